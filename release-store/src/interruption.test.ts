import { beforeAll, expect, it } from 'vitest'
import { key, note, trust } from '../tests/signer'
import { makeLive, rollBack, withdraw } from './live'
import { readLog } from './log'
import { prune } from './prune'
import { publish } from './publish'
import type { ReleaseStore } from './release-store'
import { agedStore, killedClientOf } from './testing/client'
import { type MemoryFiles, openMemoryBucket } from './testing/memory-service'
import { temporaryFolder, writeBuild } from './testing/store'
import { verifyRemote } from './verify'

const name = 'mf-codes'
let folder: string
let dist: string

beforeAll(async () => {
  folder = await temporaryFolder()
  dist = await writeBuild(folder, { version: '1.3.0', build: '1.3.0' })
})

const commands: Record<string, (store: ReleaseStore) => Promise<unknown>> = {
  publish: async (store) => makeLive(store, await publish(store, dist), key, note),
  rollback: (store) => rollBack(store, { name, from: '1.1.0', to: '1.0.0' }, key, note),
  withdraw: (store) => withdraw(store, { name, version: '1.1.0' }, key, note),
  prune: (store) => prune(agedStore(store), name, 0, key, note),
}

/** What was decided, and the number of the state that staff get. */
async function stateOf(store: ReleaseStore) {
  const { head, copied, damage } = await readLog(store, name, trust)
  const { change: _, signature: __, ...decided } = head?.state ?? expect.fail('There is no state.')
  expect(damage).toBeUndefined()
  return { decided, copied }
}

const verify = (store: ReleaseStore) => verifyRemote(store, name, trust)
const BEHIND = /live\.json copies the state 2, and 3 is the newest: run the last command again$/

/** The objects of a bucket that each test copies. */
const files: MemoryFiles = new Map()
const openCopy = () => openMemoryBucket(new Map(files))

/** 1.1.0 is live after 1.0.0, and 1.2.0 is stored. */
beforeAll(async () => {
  const store = openMemoryBucket(files)
  const release = async (version: string) => publish(store, await writeBuild(folder, { version, build: version }))
  for (const version of ['1.0.0', '1.1.0']) await makeLive(store, await release(version), key, note)
  await release('1.2.0')
})

it.each(Object.entries(commands))(
  'is intact after "%s" was killed at every write, and can be repeated',
  async (command, run) => {
    const before = await stateOf(openCopy())
    const finished = openCopy()
    await run(finished)
    const after = await stateOf(finished)

    /** @returns whether the command has this write */
    async function survivesKill(write: number, takesEffect: boolean): Promise<boolean> {
      const store = openCopy()
      const failure = await run(killedClientOf(store, write, takesEffect)).catch((error: Error) => error.message)
      if (failure !== 'killed') return false
      const { findings } = await verify(store)
      const { decided, copied } = await stateOf(store)
      expect([before.decided, after.decided]).toContainEqual(decided)
      const isBehind = copied < decided.n
      expect(findings).toEqual(isBehind ? [expect.stringMatching(BEHIND)] : [])
      // A repeated roll-back would be another one, and says so.
      if (command !== 'rollback' || isBehind || decided.n === before.decided.n) await run(store)
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
