import { findingsOf, MAX_LENGTH } from '@canje/registry'
import * as v from 'valibot'

/** Parses a file of a store, which may be as long as a state. */
export const JsonFile = v.pipe(v.string(), v.maxLength(MAX_LENGTH), v.parseJson())

/** @throws Error that names the file and the fields of what is not valid */
export function parsed<T extends v.GenericSchema>(schema: T, content: unknown, file: string): v.InferOutput<T> {
  const { success, output, issues } = v.safeParse(schema, content)
  if (success) return output
  throw new Error(`${file} is not valid. ${findingsOf('', issues).join('; ')}`)
}

/** How a store writes JSON. */
export function jsonText(json: unknown): string {
  return `${JSON.stringify(json, null, 2)}\n`
}
