import * as v from 'valibot'
import { type Authority, keysFor, reservationFault } from './authority'
import { findingsOf } from './findings'
import { list, MAX_PREVIOUS, MAX_REMOTES, Name, PathSegment } from './limits'
import {
  byTabOrder,
  invalidRegistry,
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
    if (!v.is(ListedEntry, json)) {
      const findings = findingsOf(place, v.safeParse(ListedEntry, json).issues ?? [])
      return { place, name: v.is(Named, json) ? json.name : '', findings }
    }
    const { name, serial, signature } = json
    const { keyId } = signature
    const refused = (reason: string, entry?: ListedEntry) => ({
      place,
      name,
      keyId,
      entry,
      findings: [`${name} ${reason}`],
    })
    const keys = keysFor(authority, name)
    const fault = await faultOf(entryContent(storeId, json), signature, keys)
    if (fault) return refused(fault)
    const last = seen[name]
    const isTrusted = last && (await Promise.all(keys.map(keyIdOf))).includes(last.keyId)
    const least = Math.max(isTrusted ? last.serial : 0, (await stamped).serials[name] ?? 0)
    if (serial < least) return refused(`has the serial ${serial}, which is older than ${least}`, json)
    if (json.live === null) return { place, name, keyId, entry: json, findings: [] }
    const { remote, findings } = readRemote(place, json, schema)
    if (!remote) return { place, name, keyId, entry: json, findings }
    const { live, previous } = remote
    const isListed = ({ version }: Release) => !json.withdrawn.includes(version)
    const reason = isListed(live)
      ? reservationFault(authority, name, live)
      : `has the live version ${live.version}, which is withdrawn`
    if (reason) return refused(reason, json)
    return { place, name, keyId, entry: json, remote: { name, live, previous: previous.filter(isListed) }, findings }
  }

  const read = withoutConflicts(await Promise.all(listed.map(readEntry)))
  const { serials: stampedSerials, finding: stampFinding } = await stamped
  const names = new Set(read.map(({ name }) => name))
  const missing = Object.keys({ ...stampedSerials, ...seen }).filter((name) => !names.has(name))
  const parsed: ParsedSignedRegistry = {
    remotes: [],
    entries: [],
    serials: {},
    findings: [],
    withdrawn: new Map(),
    stampFinding,
  }
  for (const { name, keyId, entry, remote, findings } of read) {
    const isRepeated = parsed.serials[name] !== undefined
    const reason = isRepeated ? `${name} is listed twice` : findings.join('; ')
    if (reason) refuse(name, reason, keyId, entry?.withdrawn)
    if (isRepeated || !entry || !(remote || !reason)) continue
    parsed.entries.push(entry)
    parsed.serials[name] = { serial: entry.serial, keyId: entry.signature.keyId }
    if (remote) parsed.remotes.push(remote)
  }
  for (const name of missing) refuse(name, `${name} has no entry`)
  parsed.remotes.sort(byTabOrder)
  return parsed

  function refuse(name: string, reason: string, keyId?: string, withdrawn: readonly string[] = []): void {
    parsed.findings.push({ name, reason, keyId })
    parsed.withdrawn.set(name, withdrawn)
  }
}

interface ReadEntry extends ReadRemote {
  /** As listed, even when the entry is refused; empty if it is no name. */
  name: string
  keyId?: string
  /** Undefined unless it is signed. */
  entry?: ListedEntry | undefined
}

const Named = v.object({ name: Name })

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
    const [reason = ''] = findingsOf('stamp', v.safeParse(ListedStamp, json).issues ?? [])
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
