import { access, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { foldersOf, readRegistry, withStoreLock } from './registry-file'

/** How `publish` names a folder that it is still copying into. */
const LEFTOVER = /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface PruneOptions {
  /**
   * How long, in milliseconds, a release must have been out of the registry, or in the store without ever being named
   * there: longer than any page stays open.
   */
  olderThanMs: number
  /** Only says what would be deleted. */
  dryRun?: boolean
}

/**
 * Deletes the releases that the registry does not name, and what interrupted releases left behind. Any other folder
 * stays.
 *
 * @returns the deleted folders, relative to the store, such as `mf-codes/1.0.0`
 * @throws Error when there is no registry: then nothing says which releases are needed
 */
export async function prune(store: string, { olderThanMs, dryRun = false }: PruneOptions): Promise<string[]> {
  // Before the lock, which would make the folder.
  await namedIn(store)
  return withStoreLock(store, async (lock) => {
    const named = await namedIn(store)
    const latest = Date.now() - olderThanMs
    const pruned: string[] = []
    for (const folder of await releaseFolders(store)) {
      if (named.has(folder) || (await stat(join(store, folder))).mtimeMs > latest) continue
      if (!dryRun) {
        await lock.assertHeld()
        await rm(join(store, folder), { recursive: true })
      }
      pruned.push(folder)
    }
    return pruned
  })
}

async function namedIn(store: string): Promise<Set<string>> {
  const registry = await readRegistry(store)
  if (!registry) throw new Error(`${store} has no registry: nothing says which of its releases are needed.`)
  return foldersOf(registry)
}

async function releaseFolders(store: string): Promise<string[]> {
  const remotes = (await foldersIn(store)).filter((name) => !name.startsWith('.'))
  const folders = await Promise.all(
    remotes.map(async (name) => (await foldersIn(join(store, name))).map((version) => join(name, version))),
  )
  const found = folders.flat().sort()
  const ours = await Promise.all(found.map((folder) => isRelease(store, folder)))
  return found.filter((_, index) => ours[index])
}

async function isRelease(store: string, folder: string): Promise<boolean> {
  if (LEFTOVER.test(basename(folder))) return true
  return access(join(store, folder, 'release.json')).then(
    () => true,
    () => false,
  )
}

async function foldersIn(directory: string): Promise<string[]> {
  const found = await readdir(directory, { withFileTypes: true })
  return found.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
