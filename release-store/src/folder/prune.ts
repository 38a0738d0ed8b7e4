import { rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { foldersOf } from '../listed-releases'
import { readRegistry } from '../registry-file'
import type { ReleaseStore } from '../release-store'
import { findRelease } from '../stored-release'
import { contentOf, temporaryFolder } from './folders'
import { withStoreLock } from './store-lock'

/** Deletes releases of a folder, and what interrupted commands left. See {@link ReleaseStore.prune}. */
export function pruneFolder(store: ReleaseStore, olderThanMs: number, dryRun: boolean): Promise<string[]> {
  const { location } = store
  return withStoreLock(location, async (lock) => {
    const latest = Date.now() - olderThanMs
    const listed = foldersOf(await readRegistry(store))
    const pruned: string[] = []
    const { releases, temporary } = await contentOf(location)
    for (const path of [...releases, ...temporary].sort()) {
      const folder = join(location, path)
      if (listed.has(path) || (await stat(folder)).mtimeMs > latest) continue
      const isComplete = releases.includes(path)
      if (isComplete && !(await findRelease(store, dirname(path), basename(path)))) continue
      if (!dryRun) {
        await lock.assertHeld()
        await (isComplete ? removeRelease(folder) : rm(folder, { recursive: true }))
        // Fails while the remote has other releases.
        await rmdir(dirname(folder)).catch(() => undefined)
      }
      pruned.push(path)
    }
    return pruned
  })
}

/** Renames the folder first: after an interruption, the rest is a temporary folder for the next `prune`. */
async function removeRelease(folder: string): Promise<void> {
  const temporary = temporaryFolder(dirname(folder))
  await rename(folder, temporary)
  await rm(temporary, { recursive: true })
}
