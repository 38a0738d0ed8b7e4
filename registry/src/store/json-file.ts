import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { sync } from './sync'

/** @throws Error with the file and every finding when the JSON does not match the schema */
export function validJson<T>(json: unknown, file: string, schema: v.GenericSchema<unknown, T>): T {
  const result = v.safeParse(schema, json)
  if (result.success) return result.output
  const findings = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'root'}: ${issue.message}`)
  throw new Error(`${file} is not valid. ${findings.join('; ')}`)
}

/**
 * Replaces a file atomically: readers see the old content or the new one. The new one survives a power failure.
 *
 * @param assertCurrent called just before the file is replaced; if it throws, the file stays unchanged
 */
export async function writeJsonFile(
  file: string,
  json: unknown,
  assertCurrent = async (): Promise<void> => undefined,
): Promise<void> {
  const temporary = join(dirname(file), `.${randomUUID()}.json`)
  try {
    await writeFile(temporary, `${JSON.stringify(json, null, 2)}\n`)
    await sync(temporary)
    await assertCurrent()
    await rename(temporary, file)
    await sync(dirname(file))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** @throws Error with the file when the text is not JSON */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file} is not JSON.`)
  }
}
