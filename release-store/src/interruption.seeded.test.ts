import { spawn } from 'node:child_process'
import type { KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Authority } from '@canje/registry'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeIn } from './bucket/bucket-store'
import { makeLive, rollBack, withdraw } from './live'
import { liveOf, readLog, trustIn } from './log'
import { openStore } from './open-store'
import { prune } from './prune'
import { publish } from './publish'
import type { ReleaseStore } from './release-store'
import { createKey, readKey } from './signing-key'
import { readRelease } from './stored-release'
import { bundle } from './testing/bundle'
import type { Fault } from './testing/faults'
import { createMemoryService, type MemoryFiles } from './testing/memory-service'
import { authorityOf, temporaryFolder, writeBuild } from './testing/store'
import { verifyRemote } from './verify'

const RUNS = process.env.LONG_TESTS ? 75 : 1
const TIMEOUT_MS = 3_600_000
const COMMANDS = ['publish', 'promote', 'rollback', 'withdraw', 'prune'] as const
let folder: string
let key: KeyObject
let authority: Authority

beforeAll(async () => {
  folder = await temporaryFolder()
  await writeFile(join(folder, 'key.pem'), createKey())
  key = await readKey(join(folder, 'key.pem'))
  authority = authorityOf(key, { 'mf-codes': [key] })
  await rename(await writeBuild(folder, { version: '1.3.0', build: '1.3.0' }), join(folder, 'dist'))
})
afterAll(() => rm(folder, { recursive: true }))

/** 1.1.0 is live after 1.0.0, and 1.2.0 is stored. */
async function fill(store: ReleaseStore): Promise<void> {
  const release = async (version: string) => publish(store, await writeBuild(folder, { version, build: version }))
  for (const version of ['1.0.0', '1.1.0']) await makeLive(store, await release(version), key, { authority })
  await release('1.2.0')
}

/** What was decided, and what staff get. */
async function stateOf(store: ReleaseStore) {
  const log = await readLog(store, 'mf-codes', trustIn(authority, 'mf-codes'))
  expect(log.damage).toBeUndefined()
  const { live, previous = [], withdrawn = [] } = log.head?.state ?? {}
  const pruned = log.states.flatMap(({ state }) => state.pruned)
  const copy = JSON.parse((await store.read(liveOf('mf-codes')))?.toString() ?? '')
  return {
    decided: { live: live?.version, previous: previous.map(({ version }) => version), withdrawn, pruned },
    shown: copy.n,
    states: log.states.length,
  }
}

const verify = (store: ReleaseStore) => verifyRemote(store, 'mf-codes', trustIn(authority, 'mf-codes'))
const BEHIND = /live\.json copies the state 2, and 3 is the newest: run the last command again$/

/** After an interruption, everything is as before or after, and the same command finishes it. */
async function assertFinishes(store: ReleaseStore, [before, after]: [State, State], repeat: () => Promise<unknown>) {
  const { findings } = await verify(store)
  const state = await stateOf(store)
  expect([before.decided, after.decided]).toContainEqual(state.decided)
  expect([before.shown, after.shown]).toContain(state.shown)
  if (state.states === before.states || state.shown === after.shown) expect(findings).toEqual([])
  else expect(findings).toEqual([expect.stringMatching(BEHIND)])
  await repeat()
  expect(await stateOf(store)).toEqual(after)
  expect(await verify(store)).toMatchObject({ findings: [] })
}
type State = Awaited<ReturnType<typeof stateOf>>

describe('in a folder', () => {
  let template: string
  let script: string

  beforeAll(async () => {
    script = await bundle('store-process.ts', folder)
    template = join(folder, 'template')
    await fill(openStore(template))
  })

  const copyOfStore = async () => {
    const store = join(await mkdtemp(join(folder, 'run-')), 'store')
    await cp(template, store, { recursive: true, preserveTimestamps: true })
    return openStore(store)
  }

  async function runProcess({ location }: ReleaseStore, command: string, fault: Fault, step: number) {
    const child = spawn(process.execPath, [script, location, folder, command, fault, String(step)])
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    return { exitCode: child.exitCode, steps: Number(stdout), stderr }
  }

  it.each(COMMANDS)(
    'is intact after "%s" was killed or had no room from whichever step, and can be repeated',
    async (command) => {
      const before = await stateOf(openStore(template))
      const reference = await copyOfStore()
      const { steps } = await runProcess(reference, command, 'kill', -1)
      const after = await stateOf(reference)
      expect(steps).toBeGreaterThan(10)

      async function survivesKill(step: number) {
        const store = await copyOfStore()
        expect(await runProcess(store, command, 'kill', step)).toMatchObject({ exitCode: null, stderr: '' })
        const isFinished = JSON.stringify(await stateOf(store)) === JSON.stringify(after)
        // A repeated roll-back would be another one, and says so.
        const repeat = async () => {
          if (isFinished && command === 'rollback') return
          expect(await runProcess(store, command, 'kill', -1)).toMatchObject({ exitCode: 0, stderr: '' })
        }
        await assertFinishes(store, [before, after], repeat)
        await rm(store.location, { recursive: true })
      }

      async function survivesFullDisk(step: number) {
        const store = await copyOfStore()
        const { exitCode, stderr } = await runProcess(store, command, 'full disk', step)
        if (exitCode === 0) expect(await stateOf(store)).toEqual(after)
        else expect(stderr).toMatch(/^ENOSPC: no space left on device[^\n]*\n$/)
        const repeat = async () => {
          if (exitCode !== 0) expect(await runProcess(store, command, 'kill', -1)).toMatchObject({ exitCode: 0 })
        }
        expect((await verify(store)).unfinished.filter((left) => left.includes('.part'))).toEqual([])
        await assertFinishes(store, [before, after], repeat)
        await rm(store.location, { recursive: true })
      }
      for (const survives of [survivesKill, survivesFullDisk])
        await fc.assert(fc.asyncProperty(fc.nat(steps - 1), survives), { seed: 20261204, numRuns: RUNS })
    },
    TIMEOUT_MS,
  )
})

describe('in a bucket', () => {
  const template: MemoryFiles = new Map()

  /** @param lastWrite the number of writes until the process is killed, before or after the last one takes effect */
  function bucketOf(files: MemoryFiles, lastWrite = Number.POSITIVE_INFINITY, takesEffect = true) {
    const service = createMemoryService(files)
    let writes = 0
    const store = storeIn('s3://canje/releases', 'releases/', async () => async (method, ...request) => {
      if (writes > lastWrite) throw new Error('killed')
      if (method !== 'GET' && ++writes > lastWrite) {
        if (takesEffect) await service(method, ...request)
        throw new Error('killed')
      }
      return service(method, ...request)
    })
    return { store, writes: () => writes }
  }

  beforeAll(() => fill(bucketOf(template).store))

  const run = async (store: ReleaseStore, command: (typeof COMMANDS)[number]) => {
    const note = { authority }
    if (command === 'publish') await makeLive(store, await publish(store, join(folder, 'dist')), key, note)
    else if (command === 'rollback') await rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key, note)
    else if (command === 'withdraw') await withdraw(store, { name: 'mf-codes', version: '1.1.0' }, key, note)
    else if (command === 'prune') await prune(store, 'mf-codes', { olderThanMs: 0, unnamedMs: -60_000 }, key, note)
    else {
      const stored = await readRelease(store, 'mf-codes', '1.2.0')
      await makeLive(store, stored ?? expect.fail('1.2.0 is not stored'), key, note)
    }
  }

  it.each(COMMANDS)('is intact after "%s" was killed at every write, and can be repeated', async (command) => {
    const before = await stateOf(bucketOf(template).store)
    const reference = bucketOf(new Map(template))
    await run(reference.store, command)
    const after = await stateOf(reference.store)
    for (let write = 0; write < reference.writes(); write++)
      for (const takesEffect of [false, true]) {
        const files = new Map(template)
        await expect(run(bucketOf(files, write, takesEffect).store, command)).rejects.toThrow('killed')
        const { store } = bucketOf(files)
        const isFinished = JSON.stringify(await stateOf(store)) === JSON.stringify(after)
        // A repeated roll-back would be another one, and says so.
        const repeat = async () => (isFinished && command === 'rollback' ? undefined : run(store, command))
        await assertFinishes(store, [before, after], repeat)
      }
  })
})
