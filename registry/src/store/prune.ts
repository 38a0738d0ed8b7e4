import { rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isBucket } from './bucket/address'
import { contentOf, temporaryFolder } from './folders'
import { foldersOf } from './listed-releases'
import { readRegistry, withStoreLock } from './registry-file'

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
 * Deletes the releases that the registry does not list, and the temporary folders of interrupted publications. Other
 * folders stay.
 *
 * @returns the deleted folders, relative to the store, such as `mf-codes/1.0.0`
 * @throws Error when the store has no registry, because the releases in use are unknown
 */
export async function prune(store: string, { olderThanMs, dryRun = false }: PruneOptions): Promise<string[]> {
  // Checked before the lock, which would create the folder.
  await listedIn(store)
  if (isBucket(store)) {
    const { pruneBucket } = await import('./bucket/prune')
    return pruneBucket(store, Date.now() - olderThanMs, dryRun)
  }
  return withStoreLock(store, async (lock) => {
    const listed = await listedIn(store)
    const latest = Date.now() - olderThanMs
    const pruned: string[] = []
    const { releases, temporary } = await contentOf(store)
    for (const folder of [...releases, ...temporary].sort()) {
      if (listed.has(folder) || (await stat(join(store, folder))).mtimeMs > latest) continue
      if (!dryRun) {
        await lock.assertHeld()
        await remove(store, folder)
      }
      pruned.push(folder)
    }
    return pruned
  })
}

async function listedIn(store: string): Promise<Set<string>> {
  const registry = await readRegistry(store)
  if (!registry)
    throw new Error(`${store} has no registry, so the releases in use are unknown: release a remote first.`)
  return foldersOf(registry)
}

/** Renames the folder first: after an interruption, the rest is a temporary folder for the next `prune`. */
async function remove(store: string, folder: string): Promise<void> {
  const temporary = temporaryFolder(join(store, dirname(folder)))
  await rename(join(store, folder), temporary)
  await rm(temporary, { recursive: true })
}
