import { createHash, createPrivateKey } from 'node:crypto'
import { join } from 'node:path'
import { type Authority, type Entry, parseSignedRegistry, type Release } from '@canje/registry'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { addStaged } from '../bucket/add-release'
import { storeIn } from '../bucket/bucket-store'
import type { Bucket } from '../bucket/client'
import { convert } from '../convert'
import { readHistory } from '../history'
import { makeLive, retire, rollBack } from '../live'
import { newestSerial } from '../newest-serial'
import { prune } from '../prune'
import { readRegistry } from '../registry-file'
import type { PublishedRelease, ReleaseStore } from '../release-store'
import { createKey, publicKeyOf } from '../signing-key'
import { stage } from '../stage'
import { readRelease, type StoredManifest } from '../stored-release'
import { withdraw } from '../withdraw'
import { type InTurn, interleave } from './interleave'
import { clientOf, createMemoryBucket } from './memory-bucket'
import { anotherRemote, writeSmallBuild } from './store'

const COMMANDS = ['publish', 'promote', 'rollback', 'retire', 'withdraw', 'copy', 'prune'] as const
const NAMES = ['mf-codes', 'mf-users'] as const
const VERSIONS = ['1.0.0', '1.1.0', '1.2.0'] as const
/** The versions that are live one after the other before. */
const EARLIER = ['0.8.0', '0.9.0'] as const
const BUILDS = ['a', 'b'] as const
const key = createPrivateKey(createKey())
const authority: Authority = { storeId: 'model', operatorKeys: [publicKeyOf(key)], remotes: {} }

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
    ' is live now, not ',
    ' is not in the registry of ',
    ' is missing$',
  ].join('|'),
)

/** Releases that can be added to a store, by their folder `<remote>/<version>/<build>`. */
export interface Builds {
  folder: string
  /** Another store that has the builds `a`. */
  other: Bucket
  manifests: Map<string, StoredManifest>
}

export async function stageBuilds(folder: string): Promise<Builds> {
  const builds: Builds = { folder, other: createMemoryBucket('s3://other'), manifests: new Map() }
  for (const name of NAMES)
    for (const version of [...EARLIER, ...VERSIONS])
      for (const build of ['a', 'b']) {
        const release = join(name, version, build)
        const dist = join(folder, 'dist', release)
        const manifest = await writeSmallBuild(dist, { ...anotherRemote(name), version, build })
        builds.manifests.set(release, await stage(dist, join(folder, release), manifest))
        if (build === 'a') await add(builds.other, builds, release)
      }
  return builds
}

const storeOf = (bucket: Bucket) => storeIn(bucket.location, async () => bucket)

/** Creates the store in which all operations begin; one more release of each remote is not live. */
export async function createStore(bucket: Bucket, builds: Builds): Promise<void> {
  const store = storeOf(bucket)
  await convert(store, undefined, key, { authority })
  for (const name of NAMES) {
    for (const version of EARLIER)
      await makeLive(store, [await add(bucket, builds, join(name, version, 'a'))], key, { authority })
    await add(bucket, builds, join(name, VERSIONS[0], 'a'))
  }
}

async function add(
  bucket: Bucket,
  { folder, manifests }: Builds,
  release: string,
  files = join(folder, release),
): Promise<PublishedRelease> {
  const manifest = manifests.get(release)
  const added = manifest && (await addStaged(bucket, storeOf(bucket), files, manifest))
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
        const result = await run(own, operation, id).catch((error: Error) => error.message)
        outcomes.push({ ...operation, id, result })
      }
    })
    await interleave(clients, choose)
    await assertConsistent(store, outcomes)
  } finally {
    clock.mockRestore()
  }

  async function run(bucket: Bucket, operation: Operation, reason: string): Promise<boolean> {
    const { command, name, version, build } = operation
    const own = storeOf(bucket)
    const note = { authority, reason, command }
    const remote = (await readRegistry(own))?.remotes.find((one) => one.name === name)
    const commands: Record<Operation['command'], () => Promise<unknown>> = {
      publish: async () => makeLive(own, [await add(bucket, builds, join(name, version, build))], key, note),
      copy: () =>
        storeOf(builds.other).withFiles(`${name}/${version}/`, async (files) => {
          const added = await add(bucket, builds, join(name, version, 'a'), join(files, name, version))
          return makeLive(own, [added], key, note)
        }),
      promote: async () => {
        const stored = await readRelease(own, name, version)
        if (!stored) return undefined
        const [damage] = await damageOf(own, name, stored.release)
        if (damage) throw new Error(`${damage} is missing`)
        return makeLive(own, [stored], key, note)
      },
      rollback: async () => {
        const [previous] = remote?.previous ?? []
        if (!remote || !previous) return undefined
        return rollBack(own, { name, from: remote.live.version, to: previous.version }, key, note)
      },
      retire: async () => remote && retire(own, name, remote.live.version, key, note),
      withdraw: () => withdraw(own, { name, version }, key, note),
      prune: async () => void (await prune(own, { olderThanMs: -1_000_000 })),
    }
    return (await commands[command]()) !== undefined
  }
}

/** The files of a release without its bytes. */
async function damageOf(store: ReleaseStore, name: string, { version, integrity }: Release): Promise<string[]> {
  const damaged: string[] = []
  for (const [file, hash] of Object.entries(integrity)) {
    const path = `${name}/${version}/${file}`
    const content = await store.read(path)
    const found = content === undefined ? undefined : createHash('sha384').update(content).digest('base64')
    if (hash !== `sha384-${found}`) damaged.push(path)
  }
  return damaged
}

async function assertConsistent(store: ReleaseStore, outcomes: readonly Outcome[]): Promise<void> {
  const registry = await readRegistry(store)
  const shown = await parseSignedRegistry(registry?.json, 'https://r.test/registry.json', authority)
  expect([shown.findings, shown.stampFinding(Date.now())]).toEqual([[], undefined])
  for (const { name, live, previous } of registry?.remotes ?? [])
    for (const one of [live, ...previous]) {
      expect(await damageOf(store, name, one)).toEqual([])
      expect((await readRelease(store, name, one.version))?.release).toEqual(one)
    }
  expect(await newestSerial(store)).toBe(registry?.serial)
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
        : !['rollback', 'retire'].includes(command) && entry.live?.version === version
    const changes = chain.filter(({ change }) => change.reason === id).length
    // A command may find what it was to do done.
    const expected = result === true && (changes > 0 || !chain.some(isSo)) ? 1 : 0
    expect({ id, result, changes }).toEqual({ id, result, changes: expected })
  }
}

interface State {
  live: string | undefined
  previous: string[]
  withdrawn: string[]
  retired: string[] | undefined
}

const stateOf = ({ live, previous, withdrawn, retired }: Entry): State => ({
  live: live?.version,
  previous: previous.map(({ version }) => version),
  withdrawn,
  retired,
})

/** What a remote has after a change. */
function after(before: State | undefined, { change: { command, to = '' }, previous }: Entry): State {
  const { live = undefined, withdrawn, retired, ...old } = before ?? { previous: [], withdrawn: [], retired: undefined }
  const listed = live === undefined ? [] : [live, ...old.previous]
  if (command === 'retire') return { live: undefined, previous: [], withdrawn, retired: [to, ...old.previous] }
  if (command === 'rollback') return { live: to, previous: old.previous.slice(1), withdrawn, retired: undefined }
  const others = listed.filter((version) => version !== to)
  if (command === 'withdraw')
    return {
      live: others[0],
      previous: others.slice(1),
      withdrawn: [...withdrawn, to],
      retired: retired?.filter((version) => version !== to),
    }
  // Of a retired remote, those that are intact come back.
  const intact = retired?.filter((version) => version !== to && previous.some((one) => one.version === version))
  return { live: to, previous: intact ?? others, withdrawn, retired: undefined }
}
