import type * as v from 'valibot'
import { parseJson, validJson } from './json-file'
import type { ReleaseStore } from './release-store'

/**
 * Reads a JSON file of a store.
 *
 * @returns undefined when the file does not exist
 * @throws Error with the file when it is not JSON
 */
export async function readStoreJson(store: ReleaseStore, path: string): Promise<unknown> {
  const text = await store.read(path)
  return text === undefined ? undefined : parseJson(text, store.labelOf(path))
}

/** As {@link readStoreJson}, validated. @throws Error with the file and every finding when it does not match the schema */
export async function readValidJson<T>(
  store: ReleaseStore,
  path: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<T | undefined> {
  const json = await readStoreJson(store, path)
  return json === undefined ? undefined : validJson(json, store.labelOf(path), schema)
}
