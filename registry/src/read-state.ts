import * as v from 'valibot'
import { readExtensions } from './extension'
import { findingsOf } from './findings'
import { list, MAX_PREVIOUS, MAX_WITHDRAWN, Name, PathSegment, Version } from './limits'
import { Epoch } from './listed-remote'
import { baseOf } from './login-config'
import { ENTRY_RULE, entryUrl, Release } from './release'
import { type Authority, keysFor, listingOf } from './shell-config'
import { Signature, signatureFault } from './signature'
import { hasFewUnknownFields, hashOf, StateNumber, signedContent, UNKNOWN_RULE } from './state'

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
  /** Why releases or extensions were left out. */
  findings: string[]
}

/** The rule by which a state is refused. */
export type StateRule =
  | 'format'
  | 'store'
  | 'name'
  | 'epoch'
  | 'signature'
  | 'older'
  | 'fork'
  | 'withdrawn'
  | 'releases'

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

/** A state whose releases are validated one by one. Unknown fields are signed too. */
const UnreadState = v.object({
  format: v.literal(1),
  storeId: PathSegment,
  name: Name,
  epoch: Epoch,
  n: StateNumber,
  live: v.unknown(),
  next: v.unknown(),
  previous: list(v.unknown(), MAX_PREVIOUS),
  withdrawn: list(Version, MAX_WITHDRAWN),
  pruned: v.unknown(),
  change: v.unknown(),
  signature: Signature,
})
type UnreadState = v.InferOutput<typeof UnreadState>

interface StateSource {
  /** The absolute base URL of the store. */
  storeUrl: string
  authority: Authority
  /** The remote. */
  name: string
  /** The last accepted state of this remote, in the store and epoch of the authority. */
  seen?: SeenState | undefined
}

/**
 * Verifies and parses the newest state of a remote. Within an accepted state, malformed and withdrawn releases and malformed
 * extensions are left out; the first valid one of `previous` replaces a malformed `live`.
 *
 * @param json the parsed response body, unmodified
 * @throws StateRefused with the first rule that it breaks, in the order of {@link StateRule}
 */
export async function readState(json: unknown, source: StateSource): Promise<AcceptedState> {
  const { authority, name, seen, storeUrl } = source
  const read = v.safeParse(UnreadState, json)
  if (!read.success) throw new StateRefused('format', findingsOf(name, read.issues).join('; '))
  if (!hasFewUnknownFields(json, read.output)) throw new StateRefused('format', `${name} ${UNKNOWN_RULE}`)
  const { n, epoch, withdrawn, signature } = read.output
  const misplaced = placeFault(read.output, source)
  if (misplaced) throw new StateRefused(...misplaced)
  const { keyId } = signature
  const untrusted = await trustFault(signedContent(Object(json)), signature, keysFor(authority, name))
  if (untrusted) throw new StateRefused('signature', `${name} ${untrusted}`, keyId)
  const own = { n, hash: await hashOf(Object(json)) }
  const { fault, ...releases } = readReleases(read.output, storeUrl)
  const refused = (seen && ageFault(name, own, seen)) ?? fault
  if (refused) throw new StateRefused(...refused, keyId, withdrawn)
  return { ...own, epoch, keyId, ...releases }
}

type Fault = [StateRule, reason: string]

function placeFault({ storeId, name, epoch }: UnreadState, source: StateSource): Fault | undefined {
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

/** Some JSON has no canonical form, such as half a surrogate pair, and deep nesting exceeds the stack. */
function trustFault(...signed: Parameters<typeof signatureFault>): Promise<string | undefined> {
  return signatureFault(...signed).catch((error: Error) => `cannot be verified: ${error.message}`)
}

function readReleases(
  { name, live, previous, withdrawn }: UnreadState,
  storeUrl: string,
): Pick<AcceptedState, 'remote' | 'findings'> & { fault?: Fault } {
  if (live === null) return { remote: undefined, findings: [] }
  const schema = releaseFrom(storeUrl)
  const isWithdrawn = ({ version }: Release) => withdrawn.includes(version)
  const current = readRelease(`${name}.live`, live, schema)
  const older = previous.map((release, index) => readRelease(`${name}.previous.${index}`, release, schema))
  const read = [current, ...older]
  const findings = read.flatMap((one) => one.findings)
  const [best, ...fallbacks] = read.flatMap(({ release }) => (release && !isWithdrawn(release) ? release : []))
  const remote = best && { name, live: best, previous: fallbacks }
  if (current.release && isWithdrawn(current.release)) {
    const reason = `${name} has the live version ${current.release.version}, which is withdrawn`
    return { remote, findings, fault: ['withdrawn', reason] }
  }
  return { remote, findings, ...(!best && { fault: ['releases', findings.join('; ')] }) }
}

type ReleaseSchema = ReturnType<typeof releaseFrom>

/** A release schema that resolves the entry to an absolute http or https URL. */
function releaseFrom(storeUrl: string) {
  const entry = v.pipe(
    Release.entries.entry,
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const url = entryUrl(dataset.value, baseOf(storeUrl))
      if (url !== undefined) return url
      addIssue({ message: ENTRY_RULE })
      return NEVER
    }),
  )
  return v.object({ ...Release.entries, entry, extensions: v.optional(v.unknown()) })
}

function readRelease(place: string, json: unknown, schema: ReleaseSchema): { release?: Release; findings: string[] } {
  const read = v.safeParse(schema, json)
  if (!read.success) return { findings: findingsOf(place, read.issues) }
  const { extensions: listed, ...release } = read.output
  if (listed === undefined) return { release, findings: [] }
  const { extensions, findings } = readExtensions(`${place}.extensions`, listed)
  return { release: { ...release, extensions }, findings }
}
