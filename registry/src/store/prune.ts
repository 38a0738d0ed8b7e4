import { access, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { foldersOf, readRegistry, withStoreLock } from './registry-file'

/** Names of the temporary folders of `publish`. */
const TEMPORARY_FOLDER = /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

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
  return withStoreLock(store, async (lock) => {
    const listed = await listedIn(store)
    const latest = Date.now() - olderThanMs
    const pruned: string[] = []
    for (const folder of await releaseFolders(store)) {
      if (listed.has(folder) || (await stat(join(store, folder))).mtimeMs > latest) continue
      if (!dryRun) {
        await lock.assertHeld()
        await rm(join(store, folder), { recursive: true })
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

async function releaseFolders(store: string): Promise<string[]> {
  const remotes = (await foldersIn(store)).filter((name) => !name.startsWith('.'))
  const folders = await Promise.all(
    remotes.map(async (name) => (await foldersIn(join(store, name))).map((version) => join(name, version))),
  )
  const found = folders.flat().sort()
  const areReleases = await Promise.all(found.map((folder) => isRelease(store, folder)))
  return found.filter((_, index) => areReleases[index])
}

async function isRelease(store: string, folder: string): Promise<boolean> {
  if (TEMPORARY_FOLDER.test(basename(folder))) return true
  return access(join(store, folder, 'release.json')).then(
    () => true,
    () => false,
  )
}

async function foldersIn(directory: string): Promise<string[]> {
  const found = await readdir(directory, { withFileTypes: true })
  return found.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
