import type { KeyObject } from 'node:crypto'
import { updateRegistry } from './registry-file'
import type { Listing, ReleaseStore, StoredRegistry } from './release-store'
import type { Note } from './signed-change'
import { assertSchema3 } from './withdraw'

/**
 * Re-signs the registry with another key, in one atomic change; the live releases stay unchanged. Shells that trust both
 * keys accept the registry before and after.
 *
 * @param key the current signing key
 * @param nextKey the new signing key
 * @returns the new registry
 * @throws Error, and changes nothing, when there is no registry or it was not signed with the current key
 */
export function rekey(store: ReleaseStore, key: KeyObject, nextKey: KeyObject): Promise<StoredRegistry> {
  return updateRegistry(store, key, (listing) => requireRemotes(store, listing), { command: 'rekey' }, nextKey)
}

/**
 * As {@link rekey} for schema 3: signs the entries of remotes with another key. The stamp is renewed if it is an operator's.
 *
 * @param names remotes; those that the registry does not list are ignored
 */
export async function resign(
  store: ReleaseStore,
  names: readonly string[],
  key: KeyObject,
  note: Partial<Note> = {},
): Promise<StoredRegistry> {
  await assertSchema3(store)
  return updateRegistry(store, key, (listing) => listing, { command: 'rekey', ...note, again: names })
}

function requireRemotes(store: ReleaseStore, listing: Listing): Listing {
  if (listing.remotes.length === 0) throw new Error(`${store.location} has no registry: release a remote.`)
  return listing
}
