import { MAX_LENGTH } from '@canje/registry'
import * as v from 'valibot'

/** Parses a file of a store, which may be as long as a state. */
export const JsonFile = v.pipe(v.string(), v.maxLength(MAX_LENGTH), v.parseJson())

/** How a store writes JSON. */
export function jsonText(json: unknown): string {
  return `${JSON.stringify(json, null, 2)}\n`
}
