import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findingsOf, MAX_LENGTH } from '@canje/registry'
import * as v from 'valibot'
import { temporaryFile } from './folder/folders'
import { sync } from './folder/sync'

/** @throws Error with the file and every finding when the JSON does not match the schema */
export function validJson<T>(json: unknown, file: string, schema: v.GenericSchema<unknown, T>): T {
  const result = v.safeParse(schema, json)
  if (result.success) return result.output
  throw new Error(`${file} is not valid. ${findingsOf('', result.issues).join('; ')}`)
}

/**
 * Replaces a file of a store in a folder, atomically: readers see the old content or the new one. The new one survives a
 * power failure. What an interruption leaves beside the registry, `prune` deletes.
 *
 * @param assertCurrent called just before; if it throws, the file stays unchanged
 */
export async function writeStoreJson(
  store: string,
  path: string,
  json: unknown,
  assertCurrent: () => Promise<void>,
): Promise<void> {
  const temporary = temporaryFile(store, 'registry.json')
  const file = join(store, path)
  try {
    await writeFile(temporary, jsonText(json))
    await sync(temporary)
    await mkdir(dirname(file), { recursive: true })
    await assertCurrent()
    await rename(temporary, file)
    await sync(dirname(file))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** How a store writes JSON. */
export function jsonText(json: unknown): string {
  return `${JSON.stringify(json, null, 2)}\n`
}

/** @throws Error with the file when the text is not JSON, or longer than a registry may be */
export function parseJson(text: string, file: string): unknown {
  if (text.length > MAX_LENGTH) throw new Error(`${file} has more than ${MAX_LENGTH} characters`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file} is not JSON.`)
  }
}
