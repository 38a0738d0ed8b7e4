import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Reads the settings of development: `settings.json` beside the schema of a project; empty without it (D44, settings).
 *
 * @throws Error when it is no JSON
 */
export function readSample(directory: string, schema: string): unknown {
  const file = join(directory, dirname(schema), 'settings.json')
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  } catch (cause) {
    throw new Error(`${file} is no JSON.`, { cause })
  }
}
