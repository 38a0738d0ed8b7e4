import { rm } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, it, vi } from 'vitest'
import { createMemoryBucket, type MemoryFiles } from './testing/memory-bucket'
import { assertLinearises, type Builds, createStore, interleavings, stageBuilds } from './testing/model'
import { temporaryFolder } from './testing/store'

// The pause after a lost race.
vi.mock(import('node:timers/promises'), async (original) => ({
  ...(await original()),
  setTimeout: async <T>(_ms?: number, value?: T) => value as T,
}))

const RUNS = process.env.LONG_TESTS ? 3_000 : 40
const LOCATION = 's3://model/releases'
let folder: string
let builds: Builds
/** Of the store in which all operations begin. */
const files: MemoryFiles = new Map()

beforeAll(async () => {
  folder = await temporaryFolder()
  builds = await stageBuilds(folder)
  await createStore(createMemoryBucket(LOCATION, files), builds)
})
afterAll(() => rm(folder, { recursive: true }))

it(`explains the registry by its history after ${RUNS} interleavings`, async () => {
  await fc.assert(
    fc.asyncProperty(interleavings, (interleaving) =>
      assertLinearises(createMemoryBucket(LOCATION, new Map(files)), builds, interleaving),
    ),
    { seed: 20261126, numRuns: RUNS },
  )
})
