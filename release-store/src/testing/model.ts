import { createPrivateKey, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { type Authority, type Entry, parseRegistry } from '@canje/registry'
import { exampleListing } from '@canje/registry/testing'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { addStaged } from '../bucket/add-release'
import { storeIn } from '../bucket/bucket-store'
import type { Bucket } from '../bucket/client'
import { readHistory } from '../history'
import { makeLive, rollBack, withdraw } from '../live'
import { prune } from '../prune'
import { readRegistry } from '../registry-file'
import type { PublishedRelease, ReleaseStore } from '../release-store'
import { createKey, publicKeyOf } from '../signing-key'
import { stage } from '../stage'
import { readRelease, type StoredManifest } from '../stored-release'
import { verifyRelease } from '../verify'
import { type InTurn, interleave } from './interleave'
import { clientOf } from './memory-bucket'
import { writeSmallBuild } from './store'

const COMMANDS = ['publish', 'promote', 'rollback', 'withdraw', 'prune'] as const
const NAMES = ['mf-codes', 'mf-users'] as const
const VERSIONS = ['1.0.0', '1.1.0', '1.2.0'] as const
/** The versions that are live one after the other before. */
const EARLIER = ['0.8.0', '0.9.0'] as const
const BUILDS = ['a', 'b'] as const
const [key, nextKey] = [createPrivateKey(createKey()), createPrivateKey(createKey())]
const authority: Authority = {
  storeId: 'model',
  operatorKeys: [key, nextKey].map(publicKeyOf),
  remotes: NAMES.map((name) => ({ ...exampleListing(), name })),
  findings: [],
}

interface Operation {
  command: (typeof COMMANDS)[number]
  name: (typeof NAMES)[number]
  version: (typeof VERSIONS)[number]
  build: (typeof BUILDS)[number]
}

/** The operations of several people, who begin at the same time, and a stream of choices between them. */
export type Interleaving = [people: Operation[][], choices: Iterator<number>]
export const interleavings: fc.Arbitrary<Interleaving> = fc.tuple(
  fc.array(
    fc.array(
      fc.record<Operation>({
        command: fc.oneof(fc.constantFrom(...COMMANDS), fc.constantFrom('publish', 'prune')),
        name: fc.constantFrom(...NAMES),
        version: fc.constantFrom(...VERSIONS),
        build: fc.constantFrom(...BUILDS),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    { minLength: 2, maxLength: 4 },
  ),
  fc.infiniteStream(fc.nat(5_039)),
)

interface Outcome extends Operation {
  id: string
  /** Whether the command had something to change; otherwise the message of its refusal. */
  result: boolean | string
}

/** Refusals of which a person knows what to do. */
const REFUSALS = new RegExp(
  [
    ' is already published with another build',
    ' is not the file of this release',
    ' was deleted from ',
    ' is being deleted from ',
    '^Another "prune" of ',
    ' is withdrawn and never goes live again',
    ' is its only release',
    ' cannot go from ',
    ' has no previous release',
    ' is missing$',
    ' is not in the store$',
    ' release.json differs from the registry$',
  ].join('|'),
)

/** Releases that can be added to a store, by their folder `<remote>/<version>/<build>`. */
export interface Builds {
  folder: string
  manifests: Map<string, StoredManifest>
}

export async function stageBuilds(folder: string): Promise<Builds> {
  const builds: Builds = { folder, manifests: new Map() }
  for (const name of NAMES)
    for (const version of [...EARLIER, ...VERSIONS])
      for (const build of BUILDS) {
        const release = join(name, version, build)
        const dist = join(folder, 'dist', release)
        const manifest = await writeSmallBuild(dist, { name, version, build })
        builds.manifests.set(release, await stage(dist, join(folder, release), manifest))
      }
  return builds
}

const storeOf = (bucket: Bucket) => storeIn(bucket.location, async () => bucket)

/** Creates the store in which all operations begin; one more release of each remote is not live. */
export async function createStore(bucket: Bucket, builds: Builds): Promise<void> {
  const store = storeOf(bucket)
  for (const name of NAMES) {
    for (const version of EARLIER)
      await makeLive(store, [await add(bucket, builds, join(name, version, 'a'))], key, { authority })
    await add(bucket, builds, join(name, VERSIONS[0], 'a'))
  }
}

async function add(bucket: Bucket, { folder, manifests }: Builds, release: string): Promise<PublishedRelease> {
  const manifest = manifests.get(release)
  const added = manifest && (await addStaged(bucket, storeOf(bucket), join(folder, release), manifest))
  if (!added) throw new Error(`${release} is already published with another build.`)
  return added
}

/** Runs operations in a store of {@link createStore}, and asserts that its history explains its registry. */
export async function assertLinearises(bucket: Bucket, builds: Builds, [people, choices]: Interleaving): Promise<void> {
  let [nowMs, lagMs] = [Date.now(), 0]
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => nowMs - lagMs)
  const choose = (below: number) => (choices.next().value ?? 0) % below
  const outcomes: Outcome[] = []
  const store = storeOf(bucket)
  try {
    const clients = people.map((operations, client) => async (inTurn: InTurn) => {
      const inSomeTurn: InTurn = (request) =>
        inTurn(() => {
          // Several changes in one millisecond.
          nowMs += choose(3) === 0 ? 1 : 0
          // The clocks of machines differ.
          lagMs = 100 * client
          return request()
        })
      const own = clientOf(bucket, inSomeTurn, () => choose(8) === 0)
      for (const [index, operation] of operations.entries()) {
        const id = `${client}.${index} ${operation.command} ${operation.name} ${operation.version} ${operation.build}`
        const ownKey = client === 0 ? nextKey : key
        const result = await run(own, operation, id, ownKey).catch((error: Error) => error.message)
        outcomes.push({ ...operation, id, result })
      }
    })
    await interleave(clients, choose)
    await assertConsistent(store, outcomes)
  } finally {
    clock.mockRestore()
  }

  async function run(bucket: Bucket, operation: Operation, reason: string, key: KeyObject): Promise<boolean> {
    const { command, name, version, build } = operation
    const own = storeOf(bucket)
    const note = { authority, reason, command }
    const commands: Record<Operation['command'], () => Promise<unknown>> = {
      publish: async () => makeLive(own, [await add(bucket, builds, join(name, version, build))], key, note),
      promote: async () => {
        const stored = await readRelease(own, name, version)
        if (!stored) return undefined
        const [damage] = await verifyRelease(own, stored)
        if (damage) throw new Error(damage)
        return makeLive(own, [stored], key, note)
      },
      rollback: async () => {
        const remote = (await readRegistry(own))?.remotes.find((one) => one.name === name)
        const to = remote?.previous[0]?.version
        return remote && to && rollBack(own, { name, from: remote.live.version, to }, key, note)
      },
      withdraw: () => withdraw(own, { name, version }, key, note),
      prune: async () => void (await prune(own, { olderThanMs: -1_000_000 })),
    }
    return (await commands[command]()) !== undefined
  }
}

async function assertConsistent(store: ReleaseStore, outcomes: readonly Outcome[]): Promise<void> {
  const registry = await readRegistry(store)
  expect((await parseRegistry(registry?.json, 'https://r.test', authority)).findings).toEqual([])
  for (const { name, live, previous } of registry?.remotes ?? [])
    for (const release of [live, ...previous]) expect(await verifyRelease(store, { name, release })).toEqual([])
  const histories = await readHistory(store, undefined, authority)
  expect(histories.map(({ name, broken }) => [name, broken])).toEqual(NAMES.map((name) => [name, undefined]))
  const chains = new Map(histories.map(({ name, entries }) => [name, entries.toReversed()]))
  for (const chain of chains.values())
    for (const [index, entry] of chain.entries()) {
      const before = chain[index - 1]
      if (before) expect(entry.serial).toBeGreaterThan(before.serial)
      expect({ reason: entry.change.reason, ...stateOf(entry) }).toEqual({
        reason: entry.change.reason,
        ...after(before && stateOf(before), entry),
      })
    }
  for (const { id, name, command, version, result } of outcomes) {
    if (typeof result === 'string') expect(result).toMatch(REFUSALS)
    const chain = chains.get(name) ?? []
    const isSo = (entry: Entry) =>
      command === 'withdraw'
        ? entry.withdrawn.includes(version)
        : command !== 'rollback' && entry.live.version === version
    const changes = chain.filter(({ change }) => change.reason === id).length
    // A command may find what it was to do done.
    const expected = result === true && (changes > 0 || !chain.some(isSo)) ? 1 : 0
    expect({ id, result, changes }).toEqual({ id, result, changes: expected })
  }
}

interface State {
  live: string
  previous: string[]
  withdrawn: string[]
}

const stateOf = ({ live, previous, withdrawn }: Entry): State => ({
  live: live.version,
  previous: previous.map(({ version }) => version),
  withdrawn,
})

/** What a remote has after a change. */
function after(before: State | undefined, { change: { command, to = '' } }: Entry): State {
  const { withdrawn = [], previous = [] } = before ?? {}
  const others = before ? [before.live, ...previous].filter((version) => version !== to) : []
  if (command === 'rollback') return { live: to, previous: previous.slice(1), withdrawn }
  if (command !== 'withdraw') return { live: to, previous: others, withdrawn }
  const [live = '', ...rest] = others
  return { live, previous: rest, withdrawn: [...new Set([...withdrawn, to])] }
}
