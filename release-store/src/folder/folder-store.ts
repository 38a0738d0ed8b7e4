import { existsSync, statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ReleaseStore } from '../release-store'
import { StoreError } from '../store-error'
import { addToFolder } from './add-release'
import { pruneFolder } from './prune'
import { updateInFolder } from './update'

/**
 * Opens the release store in a folder of this machine, or of a volume that machines share.
 *
 * @param folder absolute path; it need not exist
 * @throws StoreError when it, or a part of its path, is no folder
 */
export function openFolder(folder: string): ReleaseStore {
  const existing = nearestExisting(folder)
  if (!statSync(existing).isDirectory())
    throw new StoreError(
      `${existing} is not a directory: pass the directory of a release store, or a new one (--store).`,
    )
  // Throws where the path cannot exist, such as one that is too long.
  statSync(folder, { throwIfNoEntry: false })
  const entriesOf = async (path: string) =>
    (await readdir(join(folder, path), { withFileTypes: true }).catch(undefinedIfMissing)) ?? []
  const store: ReleaseStore = {
    location: folder,
    labelOf: (path) => join(folder, path),
    read: (path) => readFile(join(folder, path), 'utf8').catch(undefinedIfMissing),
    filesOf: async (path) => (await entriesOf(path)).filter((entry) => entry.isFile()).map(({ name }) => name),
    foldersOf: async (remote) =>
      (await entriesOf(remote)).filter((entry) => entry.isDirectory()).map(({ name }) => name),
    add: (dist, manifest) => addToFolder(store, dist, manifest),
    withFiles: (_prefix, action) => action(folder),
    update: (change) => updateInFolder(store, change),
    prune: (olderThanMs, dryRun) => pruneFolder(store, olderThanMs, dryRun),
  }
  return store
}

/** @returns the root for a path of a drive that does not exist */
function nearestExisting(path: string): string {
  const parent = dirname(path)
  return existsSync(path) || parent === path ? path : nearestExisting(parent)
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
