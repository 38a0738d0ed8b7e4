import { rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isBucket } from './bucket/address'
import { contentOf, temporaryFolder } from './folders'
import { foldersOf } from './listed-releases'
import { findRelease } from './publish'
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
 * Deletes the releases that the registry does not list, and what interrupted commands left. Everything else stays, also a
 * `release.json` of another application.
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
    for (const path of [...releases, ...temporary].sort()) {
      if (listed.has(path) || (await stat(join(store, path))).mtimeMs > latest) continue
      const isComplete = releases.includes(path)
      if (isComplete && !(await findRelease(store, dirname(path), basename(path)))) continue
      if (!dryRun) {
        await lock.assertHeld()
        await (isComplete ? removeRelease(store, path) : rm(join(store, path), { recursive: true }))
        // Fails while the remote has other releases.
        await rmdir(join(store, dirname(path))).catch(() => undefined)
      }
      pruned.push(path)
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
async function removeRelease(store: string, folder: string): Promise<void> {
  const temporary = temporaryFolder(join(store, dirname(folder)))
  await rename(join(store, folder), temporary)
  await rm(temporary, { recursive: true })
}
