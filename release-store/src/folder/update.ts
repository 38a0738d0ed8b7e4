import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Registry } from '@canje/registry'
import { writeJsonFiles } from '../json-file'
import { deletedError, foldersAdded, foldersRemoved } from '../listed-releases'
import { newestSerial } from '../newest-serial'
import { type Change, REGISTRY, type ReleaseStore, SERIAL } from '../release-store'
import { readStoreJson } from '../store-file'
import { withStoreLock } from './store-lock'

/** Changes the registry of a folder under its lock. @throws Error when a release that becomes listed was deleted */
export function updateInFolder(store: ReleaseStore, change: Change): Promise<Registry> {
  const { location } = store
  return withStoreLock(location, async (lock) => {
    const made = await change({ json: await readStoreJson(store, REGISTRY), newest: await newestSerial(store) })
    // `prune` takes the same lock.
    const deleted = foldersAdded(made).find((folder) => !existsSync(join(location, folder)))
    if (deleted !== undefined) throw deletedError(store, deleted)
    const { registry } = made
    // First, so that an interruption never makes `prune` count from the publication.
    await touch(foldersRemoved(made).map((folder) => join(location, folder)))
    await writeJsonFiles(location, { [REGISTRY]: registry, [SERIAL]: { serial: registry.serial } }, lock.assertHeld)
    return registry
  })
}

/** A page may run a release long after its publication, so pruning counts its age from its removal from the registry. */
async function touch(folders: string[]): Promise<void> {
  const now = new Date()
  await Promise.all(folders.filter((folder) => existsSync(folder)).map((folder) => utimes(folder, now, now)))
}
