import { existsSync } from 'node:fs'
import { mkdir, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Entry } from '@canje/registry'
import { historyPath } from '../history'
import { writeJsonFile } from '../json-file'
import { deletedError, foldersAdded, foldersRemoved } from '../listed-releases'
import { type Change, REGISTRY, type ReleaseStore, type StoredRegistry } from '../release-store'
import { readStoreJson } from '../store-file'
import type { HeldLock } from './lock'
import { withStoreLock } from './store-lock'

/** Changes the registry of a folder under its lock. @throws Error when a release that becomes listed was deleted */
export function updateInFolder(store: ReleaseStore, change: Change): Promise<StoredRegistry> {
  const { location } = store
  return withStoreLock(location, async (lock) => {
    const made = await change(await readStoreJson(store, REGISTRY))
    const { registry, entries } = made
    if (entries.length === 0) return registry
    // `prune` takes the same lock.
    const deleted = foldersAdded(made).find((folder) => !existsSync(join(location, folder)))
    if (deleted !== undefined) throw deletedError(store, deleted)
    // First, so that an interruption never makes `prune` count from the publication.
    await touch(foldersRemoved(made).map((folder) => join(location, folder)))
    for (const entry of entries) await addToHistory(location, entry, lock)
    await writeJsonFile(join(location, REGISTRY), registry.json, lock.assertHeld)
    return registry
  })
}

/** Before the registry, so that each entry of it is in the history. */
async function addToHistory(location: string, entry: Entry, { assertHeld }: HeldLock): Promise<void> {
  const file = join(location, historyPath(entry))
  if (existsSync(file)) throw new Error(`${file} exists already: run it again.`)
  await mkdir(dirname(file), { recursive: true })
  await writeJsonFile(file, entry, assertHeld)
}

/** A page may run a release long after its publication, so pruning counts its age from its removal from the registry. */
async function touch(folders: string[]): Promise<void> {
  const now = new Date()
  await Promise.all(folders.filter((folder) => existsSync(folder)).map((folder) => utimes(folder, now, now)))
}
