import { type KeyObject, randomUUID } from 'node:crypto'
import { type Entry, SignedRegistry } from '@canje/registry'
import { validJson } from './json-file'
import { changeable } from './registry-file'
import { type FoundRegistry, type Listing, REGISTRY, type ReleaseStore, type StoredRegistry } from './release-store'
import { contentOf, type Note, namesIn, signedEntry, signedStamp, storedSignedRegistry } from './signed-change'

const NOTHING: Listing = { remotes: [], retired: [], withdrawn: {} }

/**
 * Changes a store to schema 3, once: an operator signs every remote. A store without a registry gets an empty one.
 *
 * @param key the key that the registry of schema 2 is signed with
 * @param operator the private key of an operator
 * @returns the new registry; that of schema 3 is returned unchanged
 */
export async function convert(
  store: ReleaseStore,
  key: KeyObject | undefined,
  operator: KeyObject,
  note: Partial<Note> = {},
): Promise<StoredRegistry> {
  const converted = { command: 'convert', ...note }
  const change = async (found: FoundRegistry) => {
    const old = await changeable(store, found, key)
    // Another operator was faster.
    if (old?.schema === 3) return { old, registry: old, entries: [] }
    const storeId = old?.storeId ?? note.authority?.storeId ?? randomUUID()
    const listing = old ?? NOTHING
    const entries: Entry[] = []
    for (const name of namesIn(listing)) {
      const lowest = Math.max(old?.serial ?? 0, found.newest)
      entries.push(await signedEntry(storeId, name, contentOf(name, listing), lowest, undefined, operator, converted))
    }
    const serials = Object.fromEntries(entries.map(({ name, serial }) => [name, serial]))
    const stamp = await signedStamp(storeId, serials, operator)
    const json = { schema: 3, storeId, remotes: entries, stamp }
    const registry = storedSignedRegistry(validJson(json, store.labelOf(REGISTRY), SignedRegistry), json)
    return { old, registry, entries }
  }
  return store.update(change)
}
