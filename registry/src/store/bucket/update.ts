import { setTimeout as pause } from 'node:timers/promises'
import type { Registry } from '../../registry'
import { parseJson } from '../json-file'
import { foldersOf } from '../registry-file'
import { type Bucket, bucketOf } from './client'

const REGISTRY = 'registry.json'
/** Each lost race is another writer's success, so this many in a row have another cause. */
const MAX_LOST_RACES = 1000
const MAX_PAUSE_MS = 100

/** The path of the file whose age is the time since a release left the registry. */
export const removedPath = (folder: string) => `.removed/${folder}`

/** The old registry of a change; undefined for the first. */
type Next = (old: unknown) => Promise<Registry>

/**
 * Changes the registry of a bucket by a conditional write. When another writer was faster, the change is made again on the
 * registry of that writer.
 *
 * @param next maps the JSON of the old registry to the new registry
 * @returns the new registry
 * @throws Error when `next` does, or a release that becomes listed was deleted by `prune` meanwhile
 */
export async function updateInBucket(store: string, next: Next, undo: (old: unknown) => Next): Promise<Registry> {
  const bucket = bucketOf(store)
  const { old, registry } = await change(bucket, store, next)
  const before = foldersOf(old as Registry | undefined)
  const listed = foldersOf(registry)
  for (const folder of listed) {
    if (before.has(folder) || (await bucket.read(`${folder}/release.json`))) continue
    await change(bucket, store, undo(old))
    throw new Error(`${folder} was deleted from ${store}: publish it again.`)
  }
  await bucket.write('.registry.serial', JSON.stringify({ serial: registry.serial }))
  for (const folder of before) if (!listed.has(folder)) await bucket.write(removedPath(folder), '')
  return registry
}

async function change(bucket: Bucket, store: string, next: Next): Promise<{ old: unknown; registry: Registry }> {
  for (let lost = 0; lost < MAX_LOST_RACES; lost++) {
    const file = await bucket.read(REGISTRY)
    const old = file && parseJson(file.content.toString(), `${store}/${REGISTRY}`)
    const registry = await next(old)
    const text = `${JSON.stringify(registry, null, 2)}\n`
    const isWritten = file ? await bucket.replace(REGISTRY, text, file.etag) : await bucket.create(REGISTRY, text)
    // A write whose response was lost was repeated, and then refused by its own success.
    if (isWritten || (await bucket.read(REGISTRY))?.content.toString() === text) return { old, registry }
    await pause(Math.random() * MAX_PAUSE_MS)
  }
  throw new Error(`${store}/${REGISTRY} was changed by other writers ${MAX_LOST_RACES} times in a row: run it again.`)
}
