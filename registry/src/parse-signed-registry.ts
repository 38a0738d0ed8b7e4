import * as v from 'valibot'
import { type Authority, keysFor, reservationFault } from './authority'
import { findingsOf } from './findings'
import { list, MAX_PREVIOUS, MAX_REMOTES, Name, PathSegment } from './limits'
import {
  byTabOrder,
  invalidRegistry,
  type ReadRemote,
  type ReleaseSchema,
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
  /** The remote, if the entry has a valid name. */
  name?: string | undefined
  /** Sentences without the last full stop. */
  reason: string
  /** The key that the entry or stamp names. */
  keyId?: string | undefined
}

/** The accepted part of a registry of schema 3. */
export interface ParsedSignedRegistry {
  /** In tab order; every entry is an absolute URL. */
  remotes: RegisteredRemote[]
  /** The accepted entries as they were read, those of retired remotes too. */
  entries: ListedEntry[]
  serials: Serials
  /** One for each remote that is refused, missing or partly malformed. */
  findings: Finding[]
  /** By name of a remote with a finding: the versions that its signed entry withdraws, accepted or not. */
  withdrawn: Map<string, readonly string[]>
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
 * @throws Error when it is not a registry of schema 3 of this store, or signatures cannot be verified here
 */
export async function parseSignedRegistry(
  json: unknown,
  registryUrl: string,
  authority: Authority,
  seen: Serials = {},
): Promise<ParsedSignedRegistry> {
  const listing = v.safeParse(Listing, json)
  if (!listing.success) throw invalidRegistry(registryUrl, findingsOf('registry', listing.issues))
  const { storeId, remotes: listed, stamp } = listing.output
  if (storeId !== authority.storeId)
    throw invalidRegistry(registryUrl, [`It is of the store ${storeId}, not of ${authority.storeId}`])
  const [stamped, verified] = await Promise.all([
    verifyStamp(stamp, authority),
    Promise.all(listed.map((entry, index) => verifyEntry(`remotes.${index}`, entry, authority, seen))),
  ])
  const schema = releaseFrom(registryUrl)
  const accepted = new Set<string>()
  const read = withoutConflicts(
    verified.map((one) => {
      const { place, entry, lowest } = one
      if (!entry) return one
      const { name, serial } = entry
      const least = Math.max(lowest, stamped.serials[name] ?? 0)
      if (serial < least)
        return { ...one, findings: [`${name} has the serial ${serial}, which is older than ${least}`] }
      if (accepted.has(name)) return { ...one, findings: [`${name} is listed twice`] }
      accepted.add(name)
      return entry.live === null ? one : { ...one, ...readEntry(place, entry, schema, authority) }
    }),
  )
  const usable = read.flatMap(({ entry, remote, findings }) =>
    entry && (remote || findings.length === 0) ? entry : [],
  )
  const listedNames = new Set(read.map(({ name }) => name))
  const missing = Object.keys({ ...stamped.serials, ...seen }).filter((name) => !listedNames.has(name))
  const faulty = [
    ...read.filter(({ findings }) => findings.length > 0),
    ...missing.map((name) => ({ name, keyId: undefined, entry: undefined, findings: [`${name} has no entry`] })),
  ]
  return {
    remotes: read.flatMap(({ remote }) => remote ?? []).sort(byTabOrder),
    entries: usable,
    serials: Object.fromEntries(usable.map(({ name, serial, signature: { keyId } }) => [name, { serial, keyId }])),
    findings: faulty.map(({ name, keyId, findings }) => ({ name, keyId, reason: findings.join('; ') })),
    withdrawn: new Map(faulty.map(({ name = '', entry }) => [name, entry?.withdrawn ?? []])),
    stampFinding: stamped.finding,
  }
}

interface VerifiedEntry extends ReadRemote {
  /** As listed, even when the entry is refused. */
  name: string | undefined
  keyId: string | undefined
  /** Undefined unless it is signed. */
  entry?: ListedEntry
  /** The serial seen, or 0. */
  lowest: number
}

const Named = v.object({ name: Name })

async function verifyEntry(place: string, json: unknown, authority: Authority, seen: Serials): Promise<VerifiedEntry> {
  if (!v.is(ListedEntry, json)) {
    const findings = findingsOf(place, v.safeParse(ListedEntry, json).issues ?? [])
    return { place, name: v.is(Named, json) ? json.name : undefined, keyId: undefined, lowest: 0, findings }
  }
  const { name, signature } = json
  const { keyId } = signature
  const keys = keysFor(authority, name)
  const fault = await signatureFault(entryContent(authority.storeId, json), signature, keys)
  if (fault) return { place, name, keyId, lowest: 0, findings: [`${name} ${fault}`] }
  const last = seen[name]
  const isTrusted = last && (await Promise.all(keys.map(keyIdOf))).includes(last.keyId)
  return { place, name, keyId, entry: json, lowest: isTrusted ? last.serial : 0, findings: [] }
}

/** Reads the releases of an entry with a valid signature and serial. */
function readEntry(place: string, entry: ListedEntry, schema: ReleaseSchema, authority: Authority): ReadRemote {
  const { remote, findings } = readRemote(place, entry, schema)
  if (!remote) return { place, findings }
  const { name, live, previous } = remote
  const isWithdrawn = ({ version }: Release) => entry.withdrawn.includes(version)
  const fault = isWithdrawn(live)
    ? `has the live version ${live.version}, which is withdrawn`
    : reservationFault(authority, name, live)
  if (fault) return { place, findings: [`${name} ${fault}`] }
  return { place, remote: { name, live, previous: previous.filter((release) => !isWithdrawn(release)) }, findings }
}

/** @returns the serials of a stamp that an operator has signed, even if it has expired */
async function verifyStamp(
  json: unknown,
  { storeId, operatorKeys }: Authority,
): Promise<Pick<Stamp, 'serials'> & { finding: ParsedSignedRegistry['stampFinding'] }> {
  if (!v.is(ListedStamp, json)) {
    const [reason = ''] = findingsOf('stamp', v.safeParse(ListedStamp, json).issues ?? [])
    return { serials: {}, finding: () => ({ reason }) }
  }
  const { at, expires, serials, signature } = json
  const { keyId } = signature
  const fault = await signatureFault(stampContent(storeId, json), signature, operatorKeys)
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
