import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
 * Replaces files of a folder, each atomically: readers see the old content or the new one. The new ones survive a power
 * failure. A full disk changes nothing, because everything is written before the first file is replaced.
 *
 * @param files content by name, in the order of their replacement
 * @param assertCurrent called just before; if it throws, the files stay unchanged
 */
export async function writeJsonFiles(
  folder: string,
  files: Record<string, unknown>,
  assertCurrent = async (): Promise<void> => undefined,
): Promise<void> {
  const written = Object.entries(files).map(([name, json]) => ({ name, json, temporary: temporaryFile(folder, name) }))
  try {
    for (const { json, temporary } of written) {
      await writeFile(temporary, `${JSON.stringify(json, null, 2)}\n`)
      await sync(temporary)
    }
    await assertCurrent()
    for (const { name, temporary } of written) await rename(temporary, join(folder, name))
    await sync(folder)
  } catch (error) {
    for (const { temporary } of written) await rm(temporary, { force: true })
    throw error
  }
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
