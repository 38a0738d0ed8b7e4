import { canonicalBytes, type Entry, isRegistry, Registry } from '@canje/registry'
import { validJson } from './json-file'
import { REGISTRY, type ReleaseStore, type RemoteState, type StoredRegistry } from './release-store'
import { readStoreJson } from './store-file'

/**
 * Reads the registry of a store. Who signed it is not verified.
 *
 * @returns the registry, with entries relative to it; undefined when no release is live yet
 * @throws Error when `registry.json` is invalid
 */
export async function readRegistry(store: ReleaseStore): Promise<StoredRegistry | undefined> {
  const json = await readStoreJson(store, REGISTRY)
  return json === undefined ? undefined : parseRegistryFile(store, json)
}

/** Validates the JSON of a registry. @throws as {@link readRegistry} */
export function parseRegistryFile(store: ReleaseStore, json: unknown): StoredRegistry {
  const file = store.labelOf(REGISTRY)
  assertSignable(json, file)
  const { storeId, remotes } = validJson(json, file, Registry)
  return {
    storeId,
    remotes: remotes.map(({ name, live, previous }) => ({ name, live, previous })),
    withdrawn: Object.fromEntries(remotes.map(({ name, withdrawn }) => [name, withdrawn])),
    json,
  }
}

/** The entries of a registry as they were read: unknown fields are signed too. */
export function entriesOf({ json }: StoredRegistry): Entry[] {
  return isRegistry(json) ? json.remotes : []
}

/** What a registry says about a remote. */
export function stateOf(registry: StoredRegistry | undefined, name: string): RemoteState | undefined {
  const remote = registry?.remotes.find((candidate) => candidate.name === name)
  return remote && { ...remote, withdrawn: registry?.withdrawn[name] ?? [] }
}

/** @throws Error when it was nested deeper than the stack, or has what no canonical JSON has: no shell can verify it */
function assertSignable(json: unknown, file: string): void {
  try {
    canonicalBytes(json)
  } catch (error) {
    throw new Error(`${file} is not valid. It cannot be verified: ${error instanceof Error ? error.message : error}`)
  }
}
