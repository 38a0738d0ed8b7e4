import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Reads the settings of a remote that is developed: `settings.json` beside its schema (D44, settings).
 *
 * @param schema path of the schema, relative to the project
 * @returns undefined without the file
 * @throws Error when it is no JSON
 */
export function readSample(directory: string, schema: string): unknown {
  const file = join(directory, dirname(schema), 'settings.json')
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  } catch (cause) {
    throw new Error(`${file} is no JSON.`, { cause })
  }
}
