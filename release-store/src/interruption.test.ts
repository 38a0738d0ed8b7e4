import { createPrivateKey } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLive, rollBack, withdraw } from './live'
import { liveOf, readLog, trustIn } from './log'
import { prune } from './prune'
import { publish } from './publish'
import type { ReleaseStore } from './release-store'
import { createKey } from './signing-key'
import { readRelease } from './stored-release'
import { killedClientOf } from './testing/client'
import { authorityOf, FILLED_STORES, type OpenCopy, temporaryFolder, writeBuild } from './testing/store'
import { verifyRemote } from './verify'

const key = createPrivateKey(createKey())
const authority = authorityOf(key, { 'mf-codes': [key] })
const trust = trustIn(authority, 'mf-codes')
const note = { authority }
const name = 'mf-codes'
let folder: string
let dist: string

beforeAll(async () => {
  folder = await temporaryFolder()
  dist = await writeBuild(folder, { version: '1.3.0', build: '1.3.0' })
})
afterAll(() => rm(folder, { recursive: true }))

const commands: Record<string, (store: ReleaseStore) => Promise<unknown>> = {
  publish: async (store) => makeLive(store, await publish(store, dist), key, note),
  promote: async (store) => {
    const stored = await readRelease(store, name, '1.2.0')
    return makeLive(store, stored ?? expect.fail('1.2.0 is not stored'), key, note)
  },
  rollback: (store) => rollBack(store, { name, from: '1.1.0', to: '1.0.0' }, key, note),
  withdraw: (store) => withdraw(store, { name, version: '1.1.0' }, key, note),
  prune: (store) => prune(store, name, { olderThanMs: 0, unnamedMs: -60_000 }, key, note),
}

/** What was decided, and what staff get. */
async function stateOf(store: ReleaseStore) {
  const log = await readLog(store, name, trust)
  expect(log.damage).toBeUndefined()
  const { live, previous = [], withdrawn = [] } = log.head?.state ?? {}
  const pruned = log.states.flatMap(({ state }) => state.pruned)
  const copy = JSON.parse((await store.read(liveOf(name)))?.toString() ?? '')
  return {
    decided: { live: live?.version, previous: previous.map(({ version }) => version), withdrawn, pruned },
    shown: copy.n,
    states: log.states.length,
  }
}

const verify = (store: ReleaseStore) => verifyRemote(store, name, trust)
const BEHIND = /live\.json copies the state 2, and 3 is the newest: run the last command again$/

describe.each(FILLED_STORES)('in a %s', (_kind, fill) => {
  let openCopy: OpenCopy

  /** 1.1.0 is live after 1.0.0, and 1.2.0 is stored. */
  beforeAll(async () => {
    openCopy = await fill(folder, async (store) => {
      const release = async (version: string) => publish(store, await writeBuild(folder, { version, build: version }))
      for (const version of ['1.0.0', '1.1.0']) await makeLive(store, await release(version), key, note)
      await release('1.2.0')
    })
  })

  it.each(Object.entries(commands))(
    'is intact after "%s" was killed at every write, and can be repeated',
    async (command, run) => {
      const before = await stateOf(await openCopy())
      const finished = await openCopy()
      await run(finished)
      const after = await stateOf(finished)

      /** @returns whether the command has this write */
      async function survivesKill(write: number, takesEffect: boolean): Promise<boolean> {
        const store = await openCopy()
        const failure = await run(killedClientOf(store, write, takesEffect)).catch((error: Error) => error.message)
        if (failure !== 'killed') return false
        const { findings } = await verify(store)
        const state = await stateOf(store)
        expect([before.decided, after.decided]).toContainEqual(state.decided)
        expect([before.shown, after.shown]).toContain(state.shown)
        const isBehind = state.states > before.states && state.shown !== after.shown
        expect(findings).toEqual(isBehind ? [expect.stringMatching(BEHIND)] : [])
        // A repeated roll-back would be another one, and says so.
        if (command !== 'rollback' || isBehind || state.states === before.states) await run(store)
        expect(await stateOf(store)).toEqual(after)
        expect(await verify(store)).toMatchObject({ findings: [] })
        return true
      }
      let writes = 0
      while (await survivesKill(writes, false)) {
        await survivesKill(writes, true)
        writes++
      }
      expect(writes).toBeGreaterThan(1)
    },
    600_000,
  )
})
