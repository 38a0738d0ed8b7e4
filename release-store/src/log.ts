import {
  type Authority,
  Epoch,
  keysFor,
  listingOf,
  type Release,
  type State,
  signatureFault,
  signedContent,
} from '@canje/registry'
import * as v from 'valibot'
import { type EpochLog, type LoggedState, readEpoch, releasedIn, statePath } from './epoch-log'
import { JsonFile } from './json-file'
import type { ReleaseStore } from './release-store'

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
  /** Why the log is another one than the trusted one. A sentence without the last full stop, as `damage`. */
  mismatch: string | undefined
  /** Why the log must not be continued. */
  damage: string | undefined
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
  const live = (await store.read(liveOf(name)))?.toString()
  const newestEpoch = await findEpoch(store, name, live)
  const epoch = trust.epoch ?? newestEpoch
  const epochs: EpochLog[] = []
  for (let number = 1; number <= epoch; number++) epochs.push(await readEpoch(store, name, number))
  const damage = await validate(epochs, trust.keys)
  const current = epochs.at(-1)?.states ?? []
  const states = epochs.flatMap((one) => one.states)
  const [first] = current
  const storeId = (first ?? states.find(({ isValid }) => isValid))?.state.storeId
  const isOther = (storeId ?? trust.storeId) !== (trust.storeId ?? storeId)
  const outdated = epoch < newestEpoch ? `${name} is of the epoch ${newestEpoch}, not of ${epoch}` : undefined
  return {
    name,
    epoch,
    storeId,
    states,
    head: current.at(-1),
    newest: states.findLast(({ isValid }) => isValid),
    copied: current.findLastIndex(({ text }) => text === live) + 1,
    mismatch: isOther ? `${name} is of the store ${storeId}, not of ${trust.storeId}` : outdated,
    damage: damage ?? (first && trust.keys && undoneBy(first, states)),
  }
}

/** The versions that valid states of any epoch have withdrawn, oldest first. */
export function withdrawnIn(states: readonly LoggedState[]): string[] {
  return [...new Set(states.flatMap(({ state, isValid }) => (isValid ? state.withdrawn : [])))]
}

/** Why the first state of an epoch must not follow those of earlier ones. */
function undoneBy({ path, state }: LoggedState, states: readonly LoggedState[]): string | undefined {
  const earlier = states.filter((one) => one.state.epoch < state.epoch)
  const undone = withdrawnIn(earlier).find((version) => !state.withdrawn.includes(version))
  return undone && `${path} does not withdraw ${undone}, which an earlier epoch has withdrawn`
}

const WithEpoch = v.pipe(JsonFile, v.object({ epoch: Epoch }))

/** The newest epoch: that of `live.json`, which proves nothing, or one that follows it. */
async function findEpoch(store: ReleaseStore, name: string, live: string | undefined): Promise<number> {
  const epochOf = (text: string | undefined) => {
    const read = v.safeParse(WithEpoch, text)
    return read.success ? read.output.epoch : 1
  }
  // Some services have a response for every path.
  const exists = async (epoch: number) => epochOf((await store.read(statePath(name, epoch, 1)))?.toString()) === epoch
  const claimed = epochOf(live)
  let epoch = (await exists(claimed)) ? claimed : 1
  while (await exists(epoch + 1)) epoch++
  return epoch
}

/**
 * Marks the valid states of all epochs: those that a signer has signed, and the ones before.
 *
 * @returns the damage of the last epoch
 */
async function validate(epochs: readonly EpochLog[], keys: readonly string[] | undefined): Promise<string | undefined> {
  let vouched: string | null = null
  for (const { states } of epochs.toReversed()) {
    let isValid = false
    for (const one of states.toReversed()) {
      isValid ||= !keys || one.hash === vouched || !(await faultOf(one.state, keys))
      one.isValid = isValid
      if (isValid) vouched = one.state.change.before ?? vouched
    }
  }
  const { states = [], damage } = epochs.at(-1) ?? {}
  const invalid = states.find(({ isValid }) => !isValid)
  // Without the rest of a damaged log, the states of a removed key have nothing that vouches for them.
  return damage ?? (invalid && keys && `${invalid.path} ${await faultOf(invalid.state, keys)}`)
}

const faultOf = (state: State, keys: readonly string[]) =>
  signatureFault(signedContent({ ...state }), state.signature, keys)

/** The versions whose files were deleted, in any epoch: they are never released again. */
export function prunedVersions({ states }: RemoteLog): Set<string> {
  return new Set(states.flatMap(({ state, isValid }) => (isValid ? state.pruned : [])))
}

/** The releases of a store: all that valid states name, but for those that were pruned. */
export function storedReleases(log: RemoteLog): Release[] {
  const pruned = prunedVersions(log)
  const releases = releasedIn(log.states.filter(({ isValid }) => isValid))
  return [...releases.values()].filter(({ version }) => !pruned.has(version))
}
