import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Entry } from '@canje/registry'
import { hashOf, historyPath, recordedEntries } from '../history'
import { jsonText, parseJson } from '../json-file'
import { deletedError, foldersAdded, foldersRemoved } from '../listed-releases'
import { entriesOf, readRegistry } from '../registry-file'
import {
  type Change,
  type PublishedRelease,
  REGISTRY,
  type RegistryChange,
  type ReleaseStore,
  type StoredRegistry,
} from '../release-store'
import { findRelease } from '../stored-release'
import type { Bucket, StoredFile } from './client'
import { prunedPath, removedPath, whileListing } from './marks'

/** Each lost race is another writer's success, so this many in a row have another cause. */
const MAX_LOST_RACES = 1000
const MAX_PAUSE_MS = 100

/**
 * Changes the registry of a bucket by a conditional write. When another writer was faster, the change is made again on the
 * registry of that writer.
 *
 * @returns the new registry
 * @throws Error when `change` does, or `prune` deletes a release that becomes listed
 */
export async function updateInBucket(bucket: Bucket, store: ReleaseStore, change: Change): Promise<StoredRegistry> {
  for (let lost = 0; lost < MAX_LOST_RACES; lost++) {
    const file = await bucket.read(REGISTRY)
    const made = await change(file && parseJson(file.content.toString(), store.labelOf(REGISTRY)))
    if (made.entries.length === 0) return made.registry
    const isWritten = await whileListing(bucket, foldersAdded(made), () => write(bucket, store, file, made))
    if (isWritten) return made.registry
    await pause(Math.random() * MAX_PAUSE_MS)
  }
  throw new Error(
    `${store.labelOf(REGISTRY)} was changed by other writers ${MAX_LOST_RACES} times in a row: run it again.`,
  )
}

/** @returns false, and changes nothing, when another writer has changed the registry since it was read */
async function write(
  bucket: Bucket,
  store: ReleaseStore,
  file: StoredFile | undefined,
  made: RegistryChange,
): Promise<boolean> {
  const added = foldersAdded(made)
  for (const { name, live, previous } of made.registry.remotes)
    for (const release of [live, ...previous])
      if (added.includes(join(name, release.version))) await assertPresent(bucket, store, { name, release })
  // First, so that an interruption never makes `prune` count from the publication.
  for (const folder of foldersRemoved(made)) await bucket.write(removedPath(folder), '')
  const isRecorded = await Promise.all(made.entries.map((entry) => addToHistory(bucket, entry)))
  if (isRecorded.includes(false)) return false
  const text = jsonText(made.registry.json)
  if (file ? await bucket.replace(REGISTRY, text, file.etag) : await bucket.create(REGISTRY, text)) return true
  // A write whose response was lost was repeated, and then refused by its own success, or by that of the next writer.
  if ((await bucket.read(REGISTRY))?.content.toString() === text) return true
  const [entry] = made.entries
  return entry !== undefined && hasTakenEffect(store, entry)
}

/** @throws Error when `prune` deletes the release, or another build has taken the place of the deleted one */
async function assertPresent(bucket: Bucket, store: ReleaseStore, { name, release }: PublishedRelease): Promise<void> {
  const folder = join(name, release.version)
  if (await bucket.read(prunedPath(folder)))
    throw new Error(`${folder} is being deleted from ${store.location}: run "prune" to its end, and publish it again.`)
  const stored = await findRelease(store, name, release.version)
  if (stored?.release.build !== release.build) throw deletedError(store, folder)
}

/** Whether the registry has listed an entry: then it still does, or a later entry names it as its predecessor. */
async function hasTakenEffect(store: ReleaseStore, entry: Entry): Promise<boolean> {
  const { name, serial } = entry
  const registry = await readRegistry(store)
  const current = registry && entriesOf(registry).find((one) => one.name === name)
  if (!current || current.serial < serial) return false
  const hash = hashOf(entry)
  const later = await recordedEntries(store, name, serial)
  return hashOf(current) === hash || [...later.values()].some(({ change }) => change.before === hash)
}

/** @returns false when another writer has used the serial of the entry */
async function addToHistory(bucket: Bucket, entry: Entry): Promise<boolean> {
  const [path, text] = [historyPath(entry), jsonText(entry)]
  return (await bucket.create(path, text)) || (await bucket.read(path))?.content.toString() === text
}
