import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Slot } from '@canje/registry'
import * as v from 'valibot'

/** A module that a remote provides for a slot (D32, slots). */
export interface Extension {
  slot: string
  /** The source file, relative to the project, such as `./src/PersonDetail.tsx`. */
  file: string
}

/**
 * Reads `canje.extensions` of a package.json: source files by slot.
 *
 * @param directory absolute path of the project
 * @throws Error naming what is no slot or no file of the project
 */
export function extensionsIn(directory: string, extensions: unknown = {}): Extension[] {
  const fail = (reason: string) => new Error(`canje.extensions in ${join(directory, 'package.json')}: ${reason}`)
  if (typeof extensions !== 'object' || extensions === null || Array.isArray(extensions))
    throw fail('must have source files by slot, such as { "detalle:usuario": "./src/PersonDetail.tsx" }.')
  return Object.entries(extensions).map(([slot, file]: [string, unknown]) => {
    const { issues: [issue] = [] } = v.safeParse(Slot, slot)
    if (issue) throw fail(`"${slot}" is no slot: it ${issue.message}.`)
    if (typeof file !== 'string' || !isIn(directory, file)) throw fail(`${slot} must name a file of the project.`)
    if (!existsSync(join(directory, file))) throw fail(`${slot} names ${file}, which does not exist.`)
    return { slot, file }
  })
}

function isIn(directory: string, file: string): boolean {
  return file.startsWith('./') && !relative(directory, join(directory, file)).startsWith('..')
}

/** The chunk name of a slot's module. No other chunk has a name with a dot. */
export function chunkOf(slot: string): string {
  return `slot.${slot.replaceAll(':', '.')}`
}
