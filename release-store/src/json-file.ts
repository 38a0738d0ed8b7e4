import { findingsOf, MAX_LENGTH } from '@canje/registry'
import * as v from 'valibot'

/** @throws Error with the file and every finding when the JSON does not match the schema */
export function validJson<T>(json: unknown, file: string, schema: v.GenericSchema<unknown, T>): T {
  const result = v.safeParse(schema, json)
  if (result.success) return result.output
  throw new Error(`${file} is not valid. ${findingsOf('', result.issues).join('; ')}`)
}

/** How a store writes JSON. */
export function jsonText(json: unknown): string {
  return `${JSON.stringify(json, null, 2)}\n`
}

/** @throws Error with the file when the text is not JSON, or longer than a state may be */
export function parseJson(text: string, file: string): unknown {
  if (text.length > MAX_LENGTH) throw new Error(`${file} has more than ${MAX_LENGTH} characters`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file} is not JSON.`)
  }
}
