import type * as v from 'valibot'
import { parseJson, validJson } from './json-file'
import type { ReleaseStore } from './release-store'
import { StoreError } from './store-error'

/**
 * Reads a JSON file of a store.
 *
 * @returns undefined when the file does not exist
 * @throws StoreError with the file and every finding when it is not JSON, or does not match the schema
 */
export async function readValidJson<T>(
  store: ReleaseStore,
  path: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<T | undefined> {
  const content = await store.read(path)
  const file = store.labelOf(path)
  try {
    return content && validJson(parseJson(content.toString(), file), file, schema)
  } catch (error) {
    throw new StoreError('damaged', error instanceof Error ? error.message : String(error))
  }
}
