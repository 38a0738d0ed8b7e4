import { setTimeout as pause } from 'node:timers/promises'
import type { Entry } from '@canje/registry'
import { parseJson } from '../json-file'
import { deletedError, foldersAdded, foldersRemoved } from '../listed-releases'
import { newestSerial } from '../newest-serial'
import {
  type Change,
  REGISTRY,
  type RegistryChange,
  type ReleaseStore,
  SERIAL,
  type StoredRegistry,
} from '../release-store'
import { historyPath } from '../signed-change'
import { type Bucket, bucketOf } from './client'
import { isBeingPruned, removedPath } from './marks'

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
export async function updateInBucket(
  store: ReleaseStore,
  change: Change,
  unlist: (folder: string) => Change,
): Promise<StoredRegistry> {
  const bucket = bucketOf(store.location)
  const made = await write(bucket, store, change)
  for (const folder of foldersAdded(made)) {
    const isPruned = await isBeingPruned(bucket, folder)
    if (!isPruned && (await bucket.read(`${folder}/release.json`))) continue
    await write(bucket, store, unlist(folder))
    if (!isPruned) throw deletedError(store, folder)
    throw new Error(`${folder} is being deleted from ${store.location}: run "prune" to its end, and publish it again.`)
  }
  await raiseSerial(bucket, store, made.registry.serial)
  return made.registry
}

async function write(bucket: Bucket, store: ReleaseStore, change: Change): Promise<RegistryChange> {
  for (let lost = 0; lost < MAX_LOST_RACES; lost++) {
    const newest = await newestSerial(store)
    const file = await bucket.read(REGISTRY)
    const made = await change({ json: file && parseJson(file.content.toString(), store.labelOf(REGISTRY)), newest })
    // First, so that an interruption never makes `prune` count from the publication.
    for (const folder of foldersRemoved(made)) await bucket.write(removedPath(folder), '')
    const isRecorded = await Promise.all(made.entries.map((entry) => addToHistory(bucket, entry)))
    const text = textOf(made.registry.json)
    const write = () => (file ? bucket.replace(REGISTRY, text, file.etag) : bucket.create(REGISTRY, text))
    const isWritten = !isRecorded.includes(false) && (await write())
    // A write whose response was lost was repeated, and then refused by its own success.
    if (isWritten || (await bucket.read(REGISTRY))?.content.toString() === text) return made
    await pause(Math.random() * MAX_PAUSE_MS)
  }
  throw new Error(
    `${store.labelOf(REGISTRY)} was changed by other writers ${MAX_LOST_RACES} times in a row: run it again.`,
  )
}

/** @returns false when another writer has used the serial of the entry */
async function addToHistory(bucket: Bucket, entry: Entry): Promise<boolean> {
  const [path, text] = [historyPath(entry), textOf(entry)]
  return (await bucket.create(path, text)) || (await bucket.read(path))?.content.toString() === text
}

const textOf = (json: unknown) => `${JSON.stringify(json, null, 2)}\n`

/** Stores the serial of a new registry, unless a faster writer has stored a higher one. */
async function raiseSerial(bucket: Bucket, store: ReleaseStore, serial: number): Promise<void> {
  for (let lost = 0; lost < MAX_LOST_RACES; lost++) {
    const file = await bucket.read(SERIAL)
    if (file && (await newestSerial(store)) >= serial) return
    const text = JSON.stringify({ serial })
    if (file ? await bucket.replace(SERIAL, text, file.etag) : await bucket.create(SERIAL, text)) return
    await pause(Math.random() * MAX_PAUSE_MS)
  }
}
