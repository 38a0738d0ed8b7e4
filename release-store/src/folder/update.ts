import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { historyPath } from '../history'
import { writeStoreJson } from '../json-file'
import { deletedError, foldersAdded, foldersRemoved } from '../listed-releases'
import { type Change, REGISTRY, type ReleaseStore, type StoredRegistry } from '../release-store'
import { readStoreJson } from '../store-file'
import { withStoreLock } from './store-lock'

/** Changes the registry of a folder under its lock. @throws Error when a release that becomes listed was deleted */
export function updateInFolder(store: ReleaseStore, change: Change): Promise<StoredRegistry> {
  const { location } = store
  return withStoreLock(location, async ({ assertHeld }) => {
    const made = await change(await readStoreJson(store, REGISTRY))
    const { registry, entries } = made
    if (entries.length === 0) return registry
    // `prune` takes the same lock.
    const deleted = foldersAdded(made).find((folder) => !existsSync(join(location, folder)))
    if (deleted !== undefined) throw deletedError(store, deleted)
    // First, so that an interruption never makes `prune` count from the publication.
    await touch(foldersRemoved(made).map((folder) => join(location, folder)))
    // Before the registry, so that each entry of it is in the history.
    for (const entry of entries) {
      if (existsSync(join(location, historyPath(entry))))
        throw new Error(`${store.labelOf(historyPath(entry))} exists already: run it again.`)
      await writeStoreJson(location, historyPath(entry), entry, assertHeld)
    }
    await writeStoreJson(location, REGISTRY, registry.json, assertHeld)
    return registry
  })
}

/** A page may run a release long after its publication, so pruning counts its age from its removal from the registry. */
async function touch(folders: string[]): Promise<void> {
  const now = new Date()
  await Promise.all(folders.filter((folder) => existsSync(folder)).map((folder) => utimes(folder, now, now)))
}
