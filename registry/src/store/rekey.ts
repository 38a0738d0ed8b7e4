import type { KeyObject } from 'node:crypto'
import type { Registry } from '../registry'
import { updateRegistry } from './registry-file'

/**
 * Signs the registry with another key, in one step; what is live stays as it is. Shells that trust both keys find every
 * tab before and after.
 *
 * @param key the one that the registry is signed with
 * @param nextKey the one that it is signed with from now on
 * @returns the new registry
 * @throws Error when there is no registry, or it is not what the old key signed; it stays as it is then
 */
export function rekey(store: string, key: KeyObject, nextKey: KeyObject): Promise<Registry> {
  return updateRegistry(store, key, (remotes) => requireRemotes(store, remotes), nextKey)
}

function requireRemotes<T>(store: string, remotes: T[]): T[] {
  if (remotes.length === 0) throw new Error(`${store} has no registry: release a remote.`)
  return remotes
}
