import { readRegistry } from './registry-file'
import type { ReleaseStore } from './release-store'

interface PruneOptions {
  /**
   * Minimum time in milliseconds since the release left the registry, or was published without being listed there.
   * It must exceed the time that any page stays open.
   */
  olderThanMs: number
  /** Only lists what would be deleted. */
  dryRun?: boolean
}

/**
 * Deletes the releases that the registry does not list, and what interrupted commands left. Everything else stays, also a
 * `release.json` of another application.
 *
 * @returns the deleted folders, relative to the store, such as `mf-codes/1.0.0`
 * @throws Error when the store has no registry, because the releases in use are unknown
 */
export async function prune(store: ReleaseStore, { olderThanMs, dryRun = false }: PruneOptions): Promise<string[]> {
  // Before a lock, which would create the folder.
  if (!(await readRegistry(store)))
    throw new Error(`${store.location} has no registry, so the releases in use are unknown: release a remote first.`)
  return store.prune(olderThanMs, dryRun)
}
