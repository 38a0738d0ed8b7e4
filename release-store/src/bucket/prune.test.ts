import { createPrivateKey } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeLive } from '../live'
import { prune } from '../prune'
import { publish } from '../publish'
import { createKey } from '../signing-key'
import { StoreError } from '../store-error'
import { clientOf, createMemoryBucket, type MemoryFiles } from '../testing/memory-bucket'
import { temporaryFolder, writeBuild } from '../testing/store'
import { storeIn } from './bucket-store'
import type { Bucket } from './client'

const LOCATION = 's3://canje'
const HOUR_MS = 3_600_000
const key = createPrivateKey(createKey())
let folder: string
/** Of a store in which 1.0.0 is live, and 1.1.0 is not. */
const files: MemoryFiles = new Map()

beforeAll(async () => {
  folder = await temporaryFolder()
  const store = storeOf(createMemoryBucket(LOCATION, files))
  await makeLive(store, [await publish(store, await build('1.0.0'))], key)
  await publish(store, await build('1.1.0'))
})
afterAll(() => rm(folder, { recursive: true }))

const storeOf = (bucket: Bucket) => storeIn(LOCATION, async () => bucket)
const build = (version: string) => writeBuild(folder, { version, build: version })

/** Prunes 1.1.0, and is killed before a request. @returns whether it ended before */
function pruneUntil(bucket: Bucket, last: number): Promise<boolean> {
  let made = 0
  const killed = clientOf(
    bucket,
    (request) => (made++ < last ? request() : Promise.reject(new StoreError('killed'))),
    () => false,
  )
  return prune(storeOf(killed), { olderThanMs: -HOUR_MS }).then(
    () => true,
    () => false,
  )
}

it('finishes what a killed prune has begun, so that its version can be published again', async () => {
  let isDone = false
  for (let last = 0; !isDone; last++) {
    const bucket = createMemoryBucket(LOCATION, new Map(files))
    const store = storeOf(bucket)
    isDone = await pruneUntil(bucket, last)
    // As the message about another prune advises.
    await bucket.remove('.pruning')
    const begun = (await bucket.list('.pruned/')).map(({ path }) => path.slice('.pruned/'.length))
    expect(await prune(store, { olderThanMs: HOUR_MS, dryRun: true })).toEqual(begun)
    expect(await prune(store, { olderThanMs: HOUR_MS })).toEqual(begun)
    await makeLive(store, [await publish(store, await build('1.1.0'))], key)
    expect(await bucket.list('.pru')).toEqual([])
  }
})

it('keeps a listed release that a killed prune has marked', async () => {
  const bucket = createMemoryBucket(LOCATION, new Map(files))
  const store = storeOf(bucket)
  await bucket.write('.pruned/mf-codes/1.0.0', '')
  await bucket.write('.pruned/mf-codes', '')
  expect(await prune(store, { olderThanMs: HOUR_MS, dryRun: true })).toEqual([])
  expect(await prune(store, { olderThanMs: HOUR_MS })).toEqual([])
  expect((await bucket.list('.pruned/')).map(({ path }) => path)).toEqual(['.pruned/mf-codes'])
  expect(await store.filesOf('mf-codes/1.0.0')).toContain('release.json')
})
