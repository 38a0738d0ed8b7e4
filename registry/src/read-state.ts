import * as v from 'valibot'
import { findingsOf } from './findings'
import { baseOf } from './login-config'
import type { Release } from './release'
import { type Authority, keysFor, listingOf } from './shell-config'
import { signatureFault } from './signature'
import { type Candidate, hashOf, releasesOf, type State, StateFields, StateNumber, signedContent } from './state'

/** The releases of one remote that a page may show; every entry is an absolute URL. */
export interface RegisteredRemote {
  /** The remote's name, such as `mf-codes`. */
  name: string
  live: Release
  /** Releases that were live before, without those that were rolled back; newest first. */
  previous: Release[]
}

/** The newest state that a browser has accepted of a remote, in one store and epoch. */
export const SeenState = v.object({ n: StateNumber, hash: v.string() })
export type SeenState = v.InferOutput<typeof SeenState>

/** A state that was accepted. */
export interface AcceptedState extends SeenState {
  epoch: number
  /** The id of the key that signed it. */
  keyId: string
  /** Undefined while nothing is live. */
  remote: RegisteredRemote | undefined
  /** Expired or not; its entry is an absolute URL (D45, candidate). */
  candidate: Candidate | undefined
  /** Versions that never go live again. */
  withdrawn: readonly string[]
}

/** The rule by which a state is refused. */
export type StateRule = 'format' | 'store' | 'name' | 'epoch' | 'signature' | 'older' | 'fork' | 'withdrawn'

/** A state that a page must not use. */
export class StateRefused extends Error {
  override readonly name = 'StateRefused'

  /**
   * @param reason a sentence about the remote, without the last full stop
   * @param keyId that of the signature, if it has one
   * @param withdrawn the versions that the state withdraws, if one of the signers signed it: they count all the same
   */
  constructor(
    readonly rule: StateRule,
    reason: string,
    readonly keyId?: string,
    readonly withdrawn: readonly string[] = [],
  ) {
    super(reason)
  }
}

/** A remote, and where its states come from. */
export interface StateSource {
  /** The absolute base URL of the store. */
  storeUrl: string
  authority: Authority
  /** The remote. */
  name: string
  /** The last accepted state of this remote, in the store and epoch of the authority; without one, any age is accepted. */
  seen?: SeenState | undefined
}

/**
 * Verifies and parses the newest state of a remote.
 *
 * @param json the parsed response body, unmodified
 * @throws StateRefused with the first rule that it breaks, in the order of {@link StateRule}
 */
export async function readState(json: unknown, source: StateSource): Promise<AcceptedState> {
  const { authority, name, seen, storeUrl } = source
  const read = v.safeParse(StateFields, json)
  if (!read.success) throw new StateRefused('format', findingsOf(name, read.issues).join('; '))
  const { n, epoch, live, next, previous, withdrawn, signature } = read.output
  const misplaced = placeFault(read.output, source)
  if (misplaced) throw new StateRefused(...misplaced)
  const { keyId } = signature
  const untrusted = await trustFault(signedContent(Object(json)), signature, keysFor(authority, name))
  if (untrusted) throw new StateRefused('signature', `${name} ${untrusted}`, keyId)
  const own = { n, hash: await hashOf(Object(json)) }
  const refused = (seen && ageFault(name, own, seen)) ?? withdrawnFault(read.output)
  if (refused) throw new StateRefused(...refused, keyId, withdrawn)
  const absolute = (release: Release) => ({ ...release, entry: new URL(release.entry, baseOf(storeUrl)).href })
  const remote = live ? { name, live: absolute(live), previous: previous.map(absolute) } : undefined
  const candidate = next ? { ...next, release: absolute(next.release) } : undefined
  return { ...own, epoch, keyId, remote, candidate, withdrawn }
}

type Fault = [StateRule, reason: string]

function placeFault({ storeId, name, epoch }: State, source: StateSource): Fault | undefined {
  const { authority } = source
  const expected = listingOf(authority, source.name)?.epoch ?? 1
  if (storeId !== authority.storeId)
    return ['store', `${source.name} is of the store ${storeId}, not of ${authority.storeId}`]
  if (name !== source.name) return ['name', `${source.name} has the state of ${name}`]
  return epoch === expected ? undefined : ['epoch', `${name} is of the epoch ${epoch}, not of ${expected}`]
}

function ageFault(name: string, own: SeenState, seen: SeenState): Fault | undefined {
  if (own.n < seen.n) return ['older', `${name} has the state ${own.n}, which is older than ${seen.n}`]
  const isOther = own.n === seen.n && own.hash !== seen.hash
  return isOther ? ['fork', `${name} has another state ${own.n} than before`] : undefined
}

function withdrawnFault(state: State): Fault | undefined {
  const withdrawn = releasesOf(state).find(({ version }) => state.withdrawn.includes(version))
  return withdrawn && ['withdrawn', `${state.name} names the version ${withdrawn.version}, which is withdrawn`]
}

/** Some JSON has no canonical form, such as half a surrogate pair, and deep nesting exceeds the stack. */
function trustFault(...signed: Parameters<typeof signatureFault>): Promise<string | undefined> {
  return signatureFault(...signed).catch((error: Error) => `cannot be verified: ${error.message}`)
}
