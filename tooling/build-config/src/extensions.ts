import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A module that a remote provides for a slot (D32). */
export interface Extension {
  slot: string
  /** The source file, relative to the project, such as `./src/PersonDetail.tsx`. */
  file: string
}

// As in the schema of releases, which this package does not depend on.
const SLOT = /^(?!.{65})[a-z\d]+([:-][a-z\d]+)*$/
const OF_OTHER_LINKS = /^detalle:(persona$|.*:|.*-id$)/

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
    if (!SLOT.test(slot))
      throw fail(`"${slot}" is no slot: use lower-case letters and digits, in words joined by ":" or "-".`)
    if (OF_OTHER_LINKS.test(slot))
      throw fail(
        `"${slot}" names a panel that links cannot open: after "detalle:", use another name, without ":" and without "-id" at its end.`,
      )
    if (typeof file !== 'string' || !isIn(directory, file)) throw fail(`${slot} must name a file of the project.`)
    if (!existsSync(join(directory, file))) throw fail(`${slot} names ${file}, which does not exist.`)
    return { slot, file }
  })
}

function isIn(directory: string, file: string): boolean {
  return file.startsWith('./') && !relative(directory, join(directory, file)).startsWith('..')
}

/** The exposed module of a slot. */
export function moduleOf(slot: string): string {
  return `./${slot}`
}

/** The chunk name of a slot's module. No other chunk has a name with a dot. */
export function chunkOf(slot: string): string {
  return `slot.${slot.replaceAll(':', '.')}`
}
