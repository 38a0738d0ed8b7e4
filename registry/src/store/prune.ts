import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { foldersOf, readRegistry, withStoreLock } from './registry-file'

interface PruneOptions {
  /** How long, in milliseconds, a release must have been out of the registry: longer than any page stays open. */
  olderThanMs: number
  /** Only says what would be deleted. */
  dryRun?: boolean
}

/**
 * Deletes the releases that the registry does not name any more, and what interrupted releases left behind.
 *
 * @returns the deleted folders, relative to the store, such as `mf-codes/1.0.0`
 */
export function prune(store: string, { olderThanMs, dryRun = false }: PruneOptions): Promise<string[]> {
  return withStoreLock(store, async () => {
    const named = foldersOf(await readRegistry(store))
    const latest = Date.now() - olderThanMs
    const pruned: string[] = []
    for (const folder of await releaseFolders(store)) {
      if (named.has(folder) || (await stat(join(store, folder))).mtimeMs > latest) continue
      if (!dryRun) await rm(join(store, folder), { recursive: true })
      pruned.push(folder)
    }
    return pruned
  })
}

async function releaseFolders(store: string): Promise<string[]> {
  const remotes = (await foldersIn(store)).filter((name) => !name.startsWith('.'))
  const folders = await Promise.all(
    remotes.map(async (name) => (await foldersIn(join(store, name))).map((version) => join(name, version))),
  )
  return folders.flat().sort()
}

async function foldersIn(directory: string): Promise<string[]> {
  const found = await readdir(directory, { withFileTypes: true })
  return found.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
