import {
  type Authority,
  keysFor,
  listingOf,
  releasesOf,
  type State,
  signatureFault,
  signedContent,
} from '@canje/registry'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { type EpochLog, type LoggedState, readEpoch, statePath } from './epoch-log'
import type { ReleaseStore } from './release-store'
import { undefinedIfDamaged } from './store-error'
import { readValidJson } from './store-file'

/** Epochs read at a time. */
const CONCURRENCY = 8

/** Who may change a remote. Without a part, it is that of the newest state, or is not verified. */
export interface Trust {
  storeId?: string | undefined
  epoch?: number | undefined
  /** The public keys of the signers, in base64. */
  keys?: readonly string[] | undefined
}

/** What a store has of one remote. */
export interface RemoteLog {
  name: string
  /** The epoch that pages accept, or the newest one. */
  epoch: number
  /** Undefined while the remote has no state. */
  storeId: string | undefined
  /** The states of all epochs, oldest first. */
  states: LoggedState[]
  /** The newest state of the epoch; undefined before the first one. */
  head: LoggedState | undefined
  /** The newest valid state of any epoch. */
  newest: LoggedState | undefined
  /** The number of the state of this epoch that `live.json` copies; 0 if it copies none. */
  copied: number
  /** Why the log of the epoch must not be continued. Sentences without the last full stop. */
  damage: string[]
}

/** Whom the config of a shell trusts with a remote. */
export function trustIn(authority: Authority, name: string): Trust {
  const { storeId } = authority
  return { storeId, epoch: listingOf(authority, name)?.epoch, keys: keysFor(authority, name) }
}

/** The path of the copy of a remote's newest state, the only file that changes. */
export const liveOf = (name: string) => `${name}/live.json`

/**
 * Reads and verifies the log of a remote: each state names the hash of the one before. A state is valid if one of the signers
 * has signed it, or if a valid later state names its hash.
 *
 * @throws StoreError when the store cannot be read
 */
export async function readLog(store: ReleaseStore, name: string, trust: Trust = {}): Promise<RemoteLog> {
  const epoch = trust.epoch ?? (await newestEpoch(store, name))
  const numbers = Array.from({ length: epoch }, (_, index) => index + 1)
  const epochs = await pLimit(CONCURRENCY).map(numbers, (number) => readEpoch(store, name, number))
  const live = await store.read(liveOf(name))
  const damage = await validate(epochs, trust.keys)
  const current = epochs.at(-1)?.states ?? []
  const states = epochs.flatMap((one) => one.states)
  const storeId = (current[0] ?? states[0])?.state.storeId
  if (storeId !== undefined && trust.storeId !== undefined && storeId !== trust.storeId)
    damage.push(`${store.labelOf(name)} is of the store ${storeId}, not of ${trust.storeId}`)
  return {
    name,
    epoch,
    storeId,
    states,
    head: current.at(-1),
    newest: states.findLast(({ isValid }) => isValid),
    copied: live ? current.findLastIndex(({ text }) => text === live.toString()) + 1 : 0,
    damage,
  }
}

/** Without a config, the epoch of `live.json` and those that follow it. */
async function newestEpoch(store: ReleaseStore, name: string): Promise<number> {
  const copy = await readValidJson(store, liveOf(name), v.object({ epoch: v.number() })).catch(undefinedIfDamaged)
  const claimed = copy?.epoch ?? 1
  const exists = async (epoch: number) => (await store.read(statePath(name, epoch, 1))) !== undefined
  let epoch = (await exists(claimed)) ? claimed : 1
  while (await exists(epoch + 1)) epoch++
  return epoch
}

/**
 * Marks the valid states of all epochs: those that a signer has signed, and the ones before.
 *
 * @returns the damage of the last epoch
 */
async function validate(epochs: readonly EpochLog[], keys: readonly string[] | undefined): Promise<string[]> {
  let vouched: string | null = null
  for (const { states } of epochs.toReversed()) {
    const newest = await newestValid(states, keys, vouched)
    for (const one of states.slice(0, newest + 1)) one.isValid = true
    vouched = (states[0]?.isValid && states[0].state.change.before) || vouched
  }
  const { states, damage } = epochs.at(-1) ?? { states: [], damage: [] }
  const invalid = states.find(({ isValid }) => !isValid)
  if (!invalid || !keys) return [...damage]
  return [...damage, `${invalid.path} ${await faultOf(invalid.state, keys)}`]
}

/** @returns the index of the newest state that a signer or a later epoch vouches for */
async function newestValid(
  states: readonly LoggedState[],
  keys: readonly string[] | undefined,
  vouched: string | null,
): Promise<number> {
  for (let index = states.length - 1; index >= 0; index--) {
    const one = states[index]
    if (one && (!keys || one.hash === vouched || !(await faultOf(one.state, keys)))) return index
  }
  return -1
}

const faultOf = (state: State, keys: readonly string[]) =>
  signatureFault(signedContent({ ...state }), state.signature, keys)

/** The versions whose files were deleted, in any epoch: they are never released again. */
export function prunedVersions({ states }: RemoteLog): Set<string> {
  return new Set(states.flatMap(({ state }) => state.pruned))
}

/** The versions that a store has: all that a state names, but for those that were pruned. */
export function storedVersions(log: RemoteLog): string[] {
  const named = log.states.flatMap(({ state }) => releasesOf(state).map(({ version }) => version))
  const pruned = prunedVersions(log)
  return [...new Set(named)].filter((version) => !pruned.has(version))
}
