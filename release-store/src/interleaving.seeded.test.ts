import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { State } from '@canje/registry'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { makeLive, rollBack, withdraw } from './live'
import { readLog, trustIn } from './log'
import { prune } from './prune'
import { publish } from './publish'
import type { ReleaseStore } from './release-store'
import { createKey } from './signing-key'
import { agedStore, type Call, clientOf, killedClientOf } from './testing/client'
import { interleave } from './testing/interleave'
import { type MemoryFiles, openMemoryBucket } from './testing/memory-service'
import { authorityOf, temporaryFolder, writeBuild } from './testing/store'
import { verifyRemote } from './verify'

const RUNS = process.env.LONG_TESTS ? 4_000 : 20
const name = 'mf-codes'
const VERSIONS = ['1.0.0', '1.1.0', '1.2.0'] as const
/** The versions that are live one after the other before. */
const EARLIER = ['0.8.0', '0.9.0'] as const
const LAST = '9.0.0'
const [key, nextKey] = [createPrivateKey(createKey()), createPrivateKey(createKey())]
const authority = authorityOf(key, { [name]: [key, nextKey] })
const trust = trustIn(authority, name)
let folder: string

beforeAll(async () => {
  folder = await temporaryFolder()
  for (const version of [...EARLIER, ...VERSIONS, LAST])
    dists.set(version, await writeBuild(folder, { name, version, build: version }))
})

/** By version. */
const dists = new Map<string, string>()
const publishIn = (store: ReleaseStore, version: string) => publish(store, dists.get(version) ?? '')

interface Operation {
  command: 'publish' | 'rollback' | 'withdraw' | 'prune'
  version: (typeof VERSIONS)[number]
  /** The number of the write at which it is killed, if any, and whether that takes effect. */
  killed: [lastWrite: number, takesEffect: boolean] | undefined
}

/** The operations of several people, who begin at the same time, and a stream of choices between them. */
const interleavings = fc.tuple(
  fc.array(
    fc.array(
      fc.record<Operation>({
        command: fc.constantFrom('publish', 'publish', 'rollback', 'withdraw', 'prune'),
        version: fc.constantFrom(...VERSIONS),
        killed: fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, fc.tuple(fc.nat(6), fc.boolean())),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    { minLength: 2, maxLength: 4 },
  ),
  fc.infiniteStream(fc.nat(5_039)),
)

async function run(store: ReleaseStore, { command, version }: Operation, id: string, by: KeyObject) {
  const note = { authority, reason: id, command }
  if (command === 'publish') return makeLive(store, await publishIn(store, version), by, note)
  if (command === 'withdraw') return withdraw(store, { name, version }, by, note)
  if (command === 'prune') return prune(agedStore(store), name, 0, by, note)
  const { live, previous = [] } = (await readLog(store, name)).head?.state ?? {}
  const [to] = previous
  return rollBack(store, { name, from: live?.version ?? '', to: to?.version ?? '' }, by, note)
}

/** The objects of a bucket that each test copies. */
const files: MemoryFiles = new Map()
const openCopy = () => openMemoryBucket(new Map(files))

beforeAll(async () => {
  const store = openMemoryBucket(files)
  for (const version of EARLIER) await makeLive(store, await publishIn(store, version), key, { authority })
  await publishIn(store, VERSIONS[0])
})

it('explains what is live by the log, in every order of writes and kills', async () => {
  await fc.assert(
    fc.asyncProperty(interleavings, async ([people, choices]) => {
      const store = openCopy()
      const choose = (below: number) => (choices.next().value ?? 0) % below
      const outcomes: [Operation, id: string, failure: Error | undefined][] = []
      const clients = people.map((operations, person) => async (inTurn: Call) => {
        for (const [index, operation] of operations.entries()) {
          const id = `${person}.${index} ${operation.command} ${operation.version}`
          const own = clientOf(store, inTurn)
          const client = operation.killed ? killedClientOf(own, ...operation.killed) : own
          const failure = await run(client, operation, id, person === 0 ? nextKey : key).then(
            () => undefined,
            (error: Error) => error,
          )
          outcomes.push([operation, id, failure])
        }
      })
      await interleave(clients, choose)
      const interleaved = await readLog(store, name, trust)
      const isKilled = outcomes.some(([, , failure]) => failure?.message === 'killed')
      if (!isKilled) expect(interleaved.copied).toBe(interleaved.states.length)
      // The next client finishes what was killed.
      await makeLive(store, await publishIn(store, LAST), key, { authority, command: 'publish' })

      expect((await verifyRemote(store, name, trust)).findings).toEqual([])
      const { states, head, copied } = await readLog(store, name, trust)
      expect([copied, head?.state.live?.version]).toEqual([states.length, LAST])
      const chain = states.map(({ state }) => state)
      for (const outcome of outcomes) assertExplained(chain, ...outcome)
    }),
    { seed: 20261126, numRuns: RUNS },
  )
}, 3_600_000)

/** Each command has one state, or none if it was refused, killed, or found done what it was to do. */
function assertExplained(chain: State[], operation: Operation, id: string, failure: Error | undefined): void {
  const { command, version } = operation
  const changes = chain.filter(({ change }) => change.reason === id).length
  expect([id, changes]).toEqual([id, Math.min(changes, 1)])
  if (failure?.message === 'killed') return
  // A person knows what to do of each refusal.
  if (failure) expect([changes, failure]).toMatchObject([0, { fault: 'refused' }])
  if (failure || changes === 1 || command === 'prune') return
  const isDone = (state: State) => {
    if (command === 'withdraw') return state.withdrawn.includes(version)
    // It finishes the interrupted one of another person.
    return command === 'rollback' ? state.change.command === command : state.live?.version === version
  }
  expect([id, chain.some(isDone)]).toEqual([id, true])
}
