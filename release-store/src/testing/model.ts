import { createPrivateKey, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { readState, releasesOf, type State } from '@canje/registry'
import fc from 'fast-check'
import { expect } from 'vitest'
import { makeLive, rollBack, withdraw } from '../live'
import { liveOf, readLog, trustIn } from '../log'
import { prune } from '../prune'
import { publish } from '../publish'
import type { ReleaseStore } from '../release-store'
import { createKey } from '../signing-key'
import { readRelease } from '../stored-release'
import { verifyRelease } from '../verify'
import { type InTurn, interleave } from './interleave'
import { authorityOf, writeSmallBuild } from './store'

const COMMANDS = ['publish', 'promote', 'rollback', 'withdraw', 'prune'] as const
const NAMES = ['mf-codes', 'mf-users'] as const
const VERSIONS = ['1.0.0', '1.1.0', '1.2.0'] as const
/** The versions that are live one after the other before. */
const EARLIER = ['0.8.0', '0.9.0'] as const
const BUILDS = ['a', 'b'] as const
const [key, nextKey] = [createPrivateKey(createKey()), createPrivateKey(createKey())]
const authority = authorityOf(key, { 'mf-codes': [key, nextKey], 'mf-users': [key, nextKey] })

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
    ' was pruned and never goes live again',
    ' is withdrawn and never goes live again',
    ' is its only release',
    ' cannot go from ',
    ' has no previous release',
    ' is missing$',
    ' is not in the store$',
  ].join('|'),
)

/** A store, and how each of several clients sees it. */
export interface World {
  store: ReleaseStore
  /**
   * @param inTurn makes each request
   * @param isLost whether the response of a write is lost, so that the client repeats it
   */
  clientOf(inTurn: InTurn, isLost: () => boolean): ReleaseStore
}

/** Writes the builds of all operations. @returns the folder of one */
export async function writeBuilds(folder: string): Promise<Builds> {
  const distOf: Builds = (name, version, build) => join(folder, name, version, build)
  for (const name of NAMES)
    for (const version of [...EARLIER, ...VERSIONS])
      for (const build of BUILDS) await writeSmallBuild(distOf(name, version, build), { name, version, build })
  return distOf
}
export type Builds = (name: string, version: string, build: string) => string

/** Creates the store in which all operations begin; one more release of each remote is not live. */
export async function createStore(store: ReleaseStore, distOf: Builds): Promise<void> {
  for (const name of NAMES) {
    for (const version of EARLIER)
      await makeLive(store, await publish(store, distOf(name, version, 'a')), key, { authority })
    await publish(store, distOf(name, VERSIONS[0], 'a'))
  }
}

/** Runs operations in a store of {@link createStore}, and asserts that its log explains what is live. */
export async function assertLinearises(world: World, distOf: Builds, [people, choices]: Interleaving): Promise<void> {
  const choose = (below: number) => (choices.next().value ?? 0) % below
  const outcomes: Outcome[] = []
  const clients = people.map((operations, client) => async (inTurn: InTurn) => {
    const own = world.clientOf(inTurn, () => choose(8) === 0)
    for (const [index, operation] of operations.entries()) {
      const id = `${client}.${index} ${operation.command} ${operation.name} ${operation.version} ${operation.build}`
      const ownKey = client === 0 ? nextKey : key
      const result = await run(own, operation, id, ownKey).catch((error: Error) => error.message)
      outcomes.push({ ...operation, id, result })
    }
  })
  await interleave(clients, choose)
  await assertConsistent(world.store, outcomes)

  async function run(own: ReleaseStore, operation: Operation, reason: string, key: KeyObject): Promise<boolean> {
    const { command, name, version, build } = operation
    const note = { authority, reason, command }
    const commands: Record<Operation['command'], () => Promise<unknown>> = {
      publish: async () => makeLive(own, await publish(own, distOf(name, version, build)), key, note),
      promote: async () => {
        const stored = await readRelease(own, name, version)
        if (!stored) return undefined
        const [damage] = await verifyRelease(own, stored)
        if (damage) throw new Error(damage)
        return makeLive(own, stored, key, note)
      },
      rollback: async () => {
        const { live, previous = [] } = (await readLog(own, name)).head?.state ?? {}
        const [to] = previous
        return live && to && rollBack(own, { name, from: live.version, to: to.version }, key, note)
      },
      withdraw: () => withdraw(own, { name, version }, key, note),
      prune: async () => void (await prune(own, name, { olderThanMs: -1_000_000, unnamedMs: -1_000_000 }, key, note)),
    }
    return (await commands[command]()) !== undefined
  }
}

async function assertConsistent(store: ReleaseStore, outcomes: readonly Outcome[]): Promise<void> {
  const chains = new Map<string, State[]>()
  for (const name of NAMES) {
    const { states, head, copied, damage } = await readLog(store, name, trustIn(authority, name))
    expect([damage, copied]).toEqual([undefined, head?.state.n])
    const json = JSON.parse((await store.read(liveOf(name)))?.toString() ?? '')
    const { remote } = await readState(json, { storeUrl: 'https://r.test', authority, name })
    expect(remote?.live.version).toEqual(head?.state.live?.version)
    for (const release of head ? releasesOf(head.state) : [])
      expect(await verifyRelease(store, { name, release })).toEqual([])
    chains.set(
      name,
      states.map(({ state }) => state),
    )
  }
  for (const chain of chains.values())
    for (const [index, state] of chain.entries()) {
      const before = chain[index - 1]
      expect({ reason: state.change.reason, ...summaryOf(state) }).toEqual({
        reason: state.change.reason,
        ...after(before && summaryOf(before), state),
      })
    }
  for (const { id, name, command, version, result } of outcomes) {
    if (typeof result === 'string') expect(result).toMatch(REFUSALS)
    const chain = chains.get(name) ?? []
    const isSo = (state: State) => {
      if (command === 'withdraw') return state.withdrawn.includes(version)
      return command === 'rollback' ? state.change.command === command : state.live?.version === version
    }
    const changes = chain.filter(({ change }) => change.reason === id).length
    // A command may find what it was to do done, or finish the interrupted roll-back of another one.
    const expected = command === 'prune' ? changes : result === true && (changes > 0 || !chain.some(isSo)) ? 1 : 0
    expect({ id, result, changes }).toEqual({ id, result, changes: expected })
  }
}

interface Summary {
  live: string | undefined
  previous: string[]
  withdrawn: string[]
}

const summaryOf = ({ live, previous, withdrawn }: State): Summary => ({
  live: live?.version,
  previous: previous.map(({ version }) => version),
  withdrawn,
})

/** What a remote has after a change. */
function after(before: Summary | undefined, { change: { command }, live, withdrawn: gone }: State): Summary {
  const { withdrawn = [], previous = [] } = before ?? {}
  if (before && command === 'prune') return before
  if (command === 'rollback') return { live: previous[0], previous: previous.slice(1), withdrawn }
  const to = command === 'withdraw' ? gone.at(-1) : live?.version
  const others = [before?.live, ...previous].flatMap((version) => (version && version !== to ? version : []))
  if (command !== 'withdraw') return { live: to, previous: others, withdrawn }
  const [next, ...rest] = others
  return { live: next, previous: rest, withdrawn: [...withdrawn, to ?? ''] }
}
