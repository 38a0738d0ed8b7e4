import { join } from 'node:path'
import { findingsOf, Slot } from '@canje/registry'
import * as v from 'valibot'

/** A module that a remote provides for a slot (D32, slots). */
export interface Extension {
  slot: string
  /** The source file, relative to the project, such as `./src/PersonDetail.tsx`. */
  file: string
}

const isNoList = v.custom<object>((given) => !Array.isArray(given), 'must have source files by slot')
const Extensions = v.optional(v.pipe(isNoList, v.record(Slot, v.string())), {})

/**
 * Reads `canje.extensions` of a package.json: source files by slot.
 *
 * @param directory absolute path of the project
 * @throws Error naming what is no slot
 */
export function extensionsIn(directory: string, extensions: unknown): Extension[] {
  const read = v.safeParse(Extensions, extensions)
  if (read.success) return Object.entries(read.output).map(([slot, file]) => ({ slot, file }))
  throw new Error(`${join(directory, 'package.json')}: ${findingsOf('canje.extensions', read.issues).join('; ')}.`)
}

/** The chunk name of a slot's module. No other chunk has a name with a dot. */
export function chunkOf(slot: string): string {
  return `slot.${slot.replaceAll(':', '.')}`
}
