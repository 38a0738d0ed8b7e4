import * as v from 'valibot'
import { type Authority, keysFor, reservationFault } from './authority'
import { findingsFor, findingsOf } from './findings'
import { list, MAX_PREVIOUS, MAX_REMOTES, Name, PathSegment } from './limits'
import {
  byTabOrder,
  invalidRegistry,
  nameIn,
  type ReadRemote,
  readRemote,
  releaseFrom,
  withoutConflicts,
} from './parse-registry'
import { type RegisteredRemote, Serial, Signature } from './registry'
import type { Release } from './release'
import { keyIdOf, signatureFault } from './signature'
import { entryContent, MAX_WITHDRAWN, Stamp, stampContent } from './signed-content'

/** The longest life of a stamp, in milliseconds. */
const MAX_STAMP_MS = 90 * 86_400_000
/** The clock of a browser may be behind that of the operator, in milliseconds. */
const CLOCK_SKEW_MS = 3_600_000

/** The newest accepted entry of each remote: its serial, and the id of its key. */
export const Serials = v.record(v.string(), v.object({ serial: Serial, keyId: v.string() }))
export type Serials = v.InferOutput<typeof Serials>

/** What is wrong with one remote, or with the stamp. */
export interface Finding {
  /** The remote; empty for an entry without a valid name, undefined for the stamp. */
  name?: string
  /** Sentences without the last full stop. */
  reason: string
  /** The key that the entry or stamp names. */
  keyId?: string | undefined
}

/** The accepted part of a registry. */
interface Accepted {
  /** In tab order; every entry is an absolute URL. */
  remotes: RegisteredRemote[]
  /** The accepted entries as they were read, those of retired remotes too. */
  entries: ListedEntry[]
  serials: Serials
  /** One for each remote that is refused, missing or partly malformed. */
  findings: Finding[]
  /** By name of a remote with a finding: the versions that its signed entry withdraws, accepted or not. */
  withdrawn: Map<string, readonly string[]>
}

/** The accepted part of a registry of schema 3. */
export interface ParsedSignedRegistry extends Accepted {
  /** @returns what is wrong with the stamp at a time, in milliseconds since the epoch */
  stampFinding(now: number): Finding | undefined
}

const Listing = v.object({
  schema: v.literal(3),
  storeId: PathSegment,
  remotes: list(v.unknown(), MAX_REMOTES),
  stamp: v.optional(v.unknown()),
})

/** An entry whose releases are validated later, one by one. Unknown fields are signed too. */
const ListedEntry = v.looseObject({
  name: Name,
  serial: Serial,
  live: v.unknown(),
  previous: list(v.unknown(), MAX_PREVIOUS),
  withdrawn: list(PathSegment, MAX_WITHDRAWN),
  signature: Signature,
})
export type ListedEntry = v.InferInput<typeof ListedEntry>

/** A stamp with its unknown fields, which are signed too. */
const ListedStamp = v.looseObject(Stamp.entries)

/**
 * Verifies and parses the usable part of a registry of schema 3. In this order, an entry is refused when no key of its
 * remote signed it for this store, its serial is lower than one seen or stamped, its live version is withdrawn, or its
 * tab or slots are not those reserved for it (D36). Within an accepted entry, malformed releases and extensions are left
 * out as by `parseRegistry`, and so are withdrawn versions.
 *
 * @param json the parsed response body, unmodified
 * @param registryUrl the URL it was fetched from
 * @param seen the newest entries that were accepted from this store; one counts while its key is trusted
 * @throws Error when it is not a registry of schema 3 of this store
 */
export async function parseSignedRegistry(
  json: unknown,
  registryUrl: string,
  authority: Authority,
  seen: Serials = {},
): Promise<ParsedSignedRegistry> {
  const listing = v.safeParse(Listing, json)
  if (!listing.success) throw invalidRegistry(registryUrl, findingsOf('registry', listing.issues))
  const { storeId, remotes: listed } = listing.output
  if (storeId !== authority.storeId)
    throw invalidRegistry(registryUrl, [`It is of the store ${storeId}, not of ${authority.storeId}`])
  const stamped = verifyStamp(listing.output.stamp, authority)
  const schema = releaseFrom(registryUrl)

  async function readEntry(json: unknown, index: number): Promise<ReadEntry> {
    const place = `remotes.${index}`
    const name = nameIn(json)
    if (!v.is(ListedEntry, json)) return { place, name, findings: findingsFor(place, ListedEntry, json) }
    const { serial, live, withdrawn, signature } = json
    const { keyId } = signature
    const keys = keysFor(authority, name)
    const fault = await faultOf(entryContent(storeId, json), signature, keys)
    if (fault) return { place, name, keyId, findings: [`${name} ${fault}`] }
    const last = seen[name]
    const isTrusted = last && (await Promise.all(keys.map(keyIdOf))).includes(last.keyId)
    const least = Math.max(isTrusted ? last.serial : 0, (await stamped).serials[name] ?? 0)
    const { remote, findings } = live === null ? { findings: [] } : readRemote(place, json, schema)
    const isListed = ({ version }: Release) => !withdrawn.includes(version)
    const reason =
      serial < least ? `has the serial ${serial}, which is older than ${least}` : remote && liveFault(remote.live)
    const signed = { place, name, keyId, entry: json }
    if (reason) return { ...signed, findings: [`${name} ${reason}`] }
    return { ...signed, remote: remote && { ...remote, previous: remote.previous.filter(isListed) }, findings }

    function liveFault(live: Release): string | undefined {
      if (!isListed(live)) return `has the live version ${live.version}, which is withdrawn`
      return reservationFault(authority, name, live)
    }
  }

  const read = await Promise.all(listed.map(readEntry))
  const { serials, finding: stampFinding } = await stamped
  const missing = Object.keys({ ...serials, ...seen }).filter((name) => !read.some((entry) => entry.name === name))
  const unlisted = missing.map((name) => ({ place: '', name, findings: [`${name} has no entry`] }))
  return { ...acceptedOf(withoutConflicts([...read, ...unlisted])), stampFinding }
}

/** The accepted part of a registry, from what was read of its remotes. */
export function acceptedOf(read: readonly ReadEntry[]): Accepted {
  const accepted: Accepted = { remotes: [], entries: [], serials: {}, findings: [], withdrawn: new Map() }
  for (const { name, keyId, entry, remote, findings } of read) {
    const isRepeated = accepted.serials[name] !== undefined
    const reason = isRepeated ? `${name} is listed twice` : findings.join('; ')
    if (reason) {
      accepted.findings.push({ name, reason, keyId })
      accepted.withdrawn.set(name, entry?.withdrawn ?? [])
    }
    if (isRepeated) continue
    if (remote) accepted.remotes.push(remote)
    if (!entry || (reason && !remote)) continue
    accepted.entries.push(entry)
    accepted.serials[name] = { serial: entry.serial, keyId: entry.signature.keyId }
  }
  accepted.remotes.sort(byTabOrder)
  return accepted
}

interface ReadEntry extends ReadRemote {
  keyId?: string
  /** Undefined unless it is signed, as those of schema 3 are. */
  entry?: ListedEntry | undefined
}

/** Some JSON has no canonical form, such as half a surrogate pair, and deep nesting exceeds the stack. */
function faultOf(...signed: Parameters<typeof signatureFault>): Promise<string | undefined> {
  return signatureFault(...signed).catch((error: Error) => `cannot be verified: ${error.message}`)
}

/** @returns the serials of a stamp that an operator has signed, even if it has expired */
async function verifyStamp(
  json: unknown,
  { storeId, operatorKeys }: Authority,
): Promise<Pick<Stamp, 'serials'> & { finding: ParsedSignedRegistry['stampFinding'] }> {
  if (!v.is(ListedStamp, json)) {
    const [reason = ''] = findingsFor('stamp', ListedStamp, json)
    return { serials: {}, finding: () => ({ reason }) }
  }
  const { at, expires, serials, signature } = json
  const { keyId } = signature
  const fault = await faultOf(stampContent(storeId, json), signature, operatorKeys)
  const [from, to] = [Date.parse(at), Date.parse(expires)]
  const isValidAt = (now: number) => from <= now + CLOCK_SKEW_MS && now < to && to - from <= MAX_STAMP_MS
  return {
    serials: fault ? {} : serials,
    finding: (now) =>
      !fault && isValidAt(now)
        ? undefined
        : { reason: `stamp ${fault ?? `of ${at} until ${expires} is stale: renew it`}`, keyId },
  }
}
