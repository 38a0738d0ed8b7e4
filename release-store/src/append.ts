import type { KeyObject } from 'node:crypto'
import {
  type Authority,
  type Change,
  keyIdOf,
  MAX_LENGTH,
  type State,
  signedContent,
  stateFindings,
} from '@canje/registry'
import { filesFault, releasedIn, statePath } from './epoch-log'
import { jsonText } from './json-file'
import { liveOf, type RemoteLog, readLog, type Trust, trustIn, withdrawnIn } from './log'
import type { ReleaseStore } from './release-store'
import { publicKeyOf, signatureOf } from './signing-key'
import { StoreError } from './store-error'

/** Each lost race is another writer's success, so this many have another cause. */
const MAX_ROUNDS = 1000

/** Why a remote is changed, and who may change it. */
export interface Note extends Omit<Change, 'before' | 'at'> {
  /** The root of trust of the shells; without it, only what the same key has signed is changed. */
  authority?: Authority | undefined
}

/** What a change sets; the other parts stay, but for `pruned`, which is of one state only. */
export type Draft = Partial<Pick<State, 'live' | 'next' | 'previous' | 'withdrawn' | 'pruned'>>

/** What a change starts from. */
export interface Base extends Required<Omit<Draft, 'pruned'>> {
  log: RemoteLog
  /** Whether the same key has signed the newest state. */
  isOwn: boolean
}

/**
 * Appends a state to the log of a remote, and copies it to `live.json`: the only way to change a remote. The exclusive creation
 * of the next file is the only point where two writers meet; one that loses decides again. Repeating an interrupted change
 * finishes it.
 *
 * @param decide returns undefined when there is nothing to change; runs again on the log of a faster writer
 * @param key one of the remote, or an operator's
 * @returns the new state, or the newest one when there was nothing to change
 * @throws StoreError when `decide` does, the key may not change the remote, the log is damaged, or there is no state to start
 *   from
 */
export async function append(
  store: ReleaseStore,
  name: string,
  decide: (base: Base) => Draft | undefined | Promise<Draft | undefined>,
  key: KeyObject,
  note: Note,
): Promise<State> {
  const trust = await trustFor(name, key, note.authority)
  let appended: State | undefined
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const log = await readUndamaged(store, name, trust)
    if (appended) {
      if (await isCopied(store, log)) return appended
      continue
    }
    const base = await baseOf(log, key)
    const draft = await decided(async () => decide(base), round > 0 ? log : undefined)
    const state = draft ? await signedState(store, base, draft, key, note) : log.head?.state
    if (!state) throw notReleased(store, log)
    if (!draft || (await store.create(statePath(name, state.epoch, state.n), jsonText(state)))) appended = state
  }
  const message = `${store.location}/${name} was changed ${MAX_ROUNDS} times meanwhile: run it again.`
  throw new StoreError('unreachable', message)
}

/**
 * Reads the log, and refuses what {@link append} refuses before it decides, for a command that changes nothing.
 *
 * @throws StoreError when the key may not change the remote, or its log is damaged
 */
export async function ensureMayAppend(
  store: ReleaseStore,
  name: string,
  key: KeyObject,
  { authority }: Pick<Note, 'authority'>,
): Promise<RemoteLog> {
  return readUndamaged(store, name, await trustFor(name, key, authority))
}

/** Signing what another writer has written would vouch for it with this key. */
async function trustFor(name: string, key: KeyObject, authority: Authority | undefined): Promise<Trust> {
  const ours = publicKeyOf(key)
  if (!authority) return { keys: [ours] }
  const trust = trustIn(authority, name)
  if (trust.keys?.includes(ours)) return trust
  const message = `${name} cannot be changed with key ${await keyIdOf(ours)}: the shells do not trust it. Sign with that of the remote or of an operator.`
  throw new StoreError('refused', message)
}

/** Reads a log that may be continued. */
async function readUndamaged(store: ReleaseStore, name: string, trust: Trust): Promise<RemoteLog> {
  const log = await readLog(store, name, trust)
  const { mismatch, damage } = log
  if (mismatch) throw new StoreError('refused', `${store.location}: ${mismatch}. Name a shell whose config.json does.`)
  if (!damage) return log
  if (!trust.storeId)
    throw new StoreError('refused', `${store.location}: ${damage}. Name a shell whose config.json lists that key.`)
  const advice = 'Restore it from a backup, list its key in config.json again, or raise the epoch there and publish.'
  throw new StoreError('damaged', `${store.location}: ${damage}. ${advice}`)
}

/** A new epoch starts without releases, with the withdrawn versions of the earlier ones. */
async function baseOf(log: RemoteLog, key: KeyObject): Promise<Base> {
  const { head, states } = log
  const isOwn = head?.state.signature.keyId === (await keyIdOf(publicKeyOf(key)))
  const { live = null, next = null, previous = [] } = head?.state ?? {}
  return { log, isOwn, live, next, previous, withdrawn: withdrawnIn(states) }
}

/** @param overtakenBy the log of the writer that was faster */
async function decided<T>(decide: () => Promise<T>, overtakenBy: RemoteLog | undefined): Promise<T> {
  try {
    return await decide()
  } catch (error) {
    const { command, by = 'Another writer', at } = overtakenBy?.head?.state.change ?? {}
    if (!(error instanceof StoreError) || command === undefined) throw error
    throw new StoreError(error.fault, `${error.message} ${by} was faster: ${command}, ${at}.`)
  }
}

async function signedState(
  store: ReleaseStore,
  { log, isOwn: _, ...base }: Base,
  draft: Draft,
  key: KeyObject,
  { authority, ...note }: Note,
): Promise<State> {
  const { name, epoch, head, newest } = log
  const storeId = log.storeId ?? authority?.storeId
  if (storeId === undefined) throw notReleased(store, log)
  const change = { ...note, at: new Date().toISOString(), before: newest?.hash ?? null }
  const place = { format: 1, storeId, name, epoch, n: (head?.state.n ?? 0) + 1 } as const
  const drafted = { ...base, pruned: [], ...draft }
  // What goes live, or is deleted, is no candidate any more.
  const isOver = [drafted.live?.version, ...drafted.pruned].includes(drafted.next?.release.version)
  const next = isOver ? null : drafted.next
  const state = await signState({ ...place, ...drafted, next, change }, key)
  const released = releasedIn(log.states.filter(({ isValid }) => isValid))
  const tooLong = jsonText(state).length > MAX_LENGTH ? `must have at most ${MAX_LENGTH} characters` : undefined
  const fault = stateFindings(state)[0] ?? filesFault(state, released) ?? tooLong
  if (fault === undefined) return state
  throw new StoreError('refused', `The new state of ${name} is not valid: ${fault}.`)
}

/** Signs a state. Undefined fields are left out. */
export async function signState(content: Omit<State, 'signature'>, key: KeyObject): Promise<State> {
  const state = JSON.parse(JSON.stringify(content))
  return { ...state, signature: await signatureOf(signedContent(state), key) }
}

/** Replaces `live.json` by the newest state. @returns whether it was that already: no writer was faster */
async function isCopied(store: ReleaseStore, { name, head, copied }: RemoteLog): Promise<boolean> {
  if (!head) throw new StoreError('unreachable', `${store.location}/${name} cannot be read: allow this key to read it.`)
  if (copied === head.state.n) return true
  await store.replace(liveOf(name), head.text)
  return false
}

/** The error of a command that needs a state. */
export function notReleased(store: ReleaseStore, { name, epoch }: Pick<RemoteLog, 'name' | 'epoch'>): StoreError {
  const message = `${name} has no state in the epoch ${epoch} of ${store.location}: publish it with a shell that lists it.`
  return new StoreError('not-found', message)
}
