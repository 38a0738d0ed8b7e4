import type { KeyObject } from 'node:crypto'
import type { Registry } from '../registry'
import { updateRegistry } from './registry-file'

/**
 * Re-signs the registry with another key, in one atomic change; the live releases stay unchanged. Shells that trust both
 * keys accept the registry before and after.
 *
 * @param key the current signing key
 * @param nextKey the new signing key
 * @returns the new registry
 * @throws Error, and changes nothing, when there is no registry or it was not signed with the current key
 */
export function rekey(store: string, key: KeyObject, nextKey: KeyObject): Promise<Registry> {
  return updateRegistry(store, key, (remotes) => requireRemotes(store, remotes), nextKey)
}

function requireRemotes<T>(store: string, remotes: T[]): T[] {
  if (remotes.length === 0) throw new Error(`${store} has no registry: release a remote.`)
  return remotes
}
