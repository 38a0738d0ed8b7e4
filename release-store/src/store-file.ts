import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as v from 'valibot'
import { isBucket } from './bucket/address'
import { parseJson, validJson } from './json-file'

/** Opens a bucket on demand, so that a folder works without the packages for buckets. */
async function openBucket(store: string) {
  const { bucketOf } = await import('./bucket/client')
  return bucketOf(store)
}

/** The name of a store's file in messages. */
export function labelOf(store: string, path: string): string {
  return isBucket(store) ? `${store.replace(/\/$/, '')}/${path}` : join(store, path)
}

/**
 * Reads a JSON file of a store.
 *
 * @param path relative to the store
 * @returns undefined when the file does not exist
 * @throws Error with the file when it is not JSON
 */
export async function readStoreJson(store: string, path: string): Promise<unknown> {
  const text = isBucket(store)
    ? (await (await openBucket(store)).read(path))?.content.toString()
    : await readFile(join(store, path), 'utf8').catch(undefinedIfMissing)
  return text === undefined ? undefined : parseJson(text, labelOf(store, path))
}

/** As {@link readStoreJson}, validated. @throws Error with the file and every finding when it does not match the schema */
export async function readValidJson<T>(
  store: string,
  path: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<T | undefined> {
  const json = await readStoreJson(store, path)
  return json === undefined ? undefined : validJson(json, labelOf(store, path), schema)
}

/** Lists the names of the folders in a remote's folder of a store. */
export async function foldersOfRemote(store: string, name: string): Promise<string[]> {
  if (isBucket(store)) {
    const files = await (await openBucket(store)).list(`${name}/`)
    return [...new Set(files.map(({ path }) => path.split('/')).flatMap(([, folder, file]) => (file && folder) || []))]
  }
  const entries = (await readdir(join(store, name), { withFileTypes: true }).catch(undefinedIfMissing)) ?? []
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
