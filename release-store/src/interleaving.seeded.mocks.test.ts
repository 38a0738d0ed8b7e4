import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, it, vi } from 'vitest'
import { storeIn } from './bucket/bucket-store'
import type { Send } from './bucket/connection'
import { openFolder } from './folder/folder-store'
import type { ReleaseStore } from './release-store'
import type { InTurn } from './testing/interleave'
import { createMemoryService, type MemoryFiles } from './testing/memory-service'
import {
  assertLinearises,
  type Builds,
  createStore,
  type Interleaving,
  interleavings,
  type World,
  writeBuilds,
} from './testing/model'
import { temporaryFolder } from './testing/store'

// The pause before another attempt to create a file.
vi.mock(import('node:timers/promises'), async (original) => ({
  ...(await original()),
  setTimeout: async <T>(_ms?: number, value?: T) => value as T,
}))

const RUNS = process.env.LONG_TESTS ? 3_000 : 40
let folder: string
let builds: Builds

beforeAll(async () => {
  folder = await temporaryFolder()
  builds = await writeBuilds(folder)
})
afterAll(() => rm(folder, { recursive: true }))

/** Explains what is live by the logs, whoever is faster. */
const explains = (open: () => Promise<World>, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(interleavings, async (interleaving: Interleaving) =>
      assertLinearises(await open(), builds, interleaving),
    ),
    { seed: 20261126, numRuns },
  )

const bucketOver = (send: Send) => storeIn('s3://model/releases', '', async () => send)

it(`explains what is live in a bucket by its logs after ${RUNS} interleavings`, async () => {
  const template: MemoryFiles = new Map()
  await createStore(bucketOver(createMemoryService(template)), builds)
  await explains(async () => {
    const service = createMemoryService(new Map(template))
    const clientOf = (inTurn: InTurn, isLost: () => boolean) =>
      bucketOver(async (...request) => {
        const response = await inTurn(() => service(...request))
        return request[0] !== 'GET' && isLost() ? inTurn(() => service(...request)) : response
      })
    return { store: bucketOver(service), clientOf }
  }, RUNS)
})

it(`explains what is live in a folder by its logs after ${RUNS / 4} interleavings`, async () => {
  const template = join(folder, 'template')
  await createStore(openFolder(template), builds)
  await explains(async () => {
    const run = await mkdtemp(join(folder, 'run-'))
    await cp(template, run, { recursive: true })
    const store = openFolder(run)
    return { store, clientOf: (inTurn: InTurn) => inTurns(store, inTurn) }
  }, RUNS / 4)
})

/** A store whose methods run one at a time. */
function inTurns(store: ReleaseStore, inTurn: InTurn): ReleaseStore {
  return {
    ...store,
    read: (path) => inTurn(() => store.read(path)),
    create: (path, content) => inTurn(() => store.create(path, content)),
    replace: (path, content) => inTurn(() => store.replace(path, content)),
    remove: (path) => inTurn(() => store.remove(path)),
    list: (remote) => inTurn(() => store.list(remote)),
    now: (remote) => inTurn(() => store.now(remote)),
  }
}
