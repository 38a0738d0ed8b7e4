import * as v from 'valibot'
import { type Authority, keysFor, reservationFault } from './authority'
import { findingsOf } from './findings'
import { list, MAX_REMOTES, Name, PathSegment } from './limits'
import { byTabOrder, invalidRegistry, type ParsedRegistry, readRemote, releaseFrom } from './parse-registry'
import { type RegisteredRemote, Serial, Signature, slotConflicts, tabConflicts } from './registry'
import type { Release } from './release'
import { signatureFault } from './signature'
import { Entry, entryContent, Stamp, stampContent } from './signed-registry'

const DAY_MS = 86_400_000
/** Clocks differ. */
const MAX_AHEAD_MS = DAY_MS
const MAX_LIFETIME_MS = 90 * DAY_MS

const Listing = v.object({
  schema: v.literal(3),
  storeId: PathSegment,
  remotes: list(v.unknown(), MAX_REMOTES),
  stamp: v.optional(v.unknown()),
})

/** An entry whose releases are validated later, one by one. */
const ListedEntry = v.looseObject({
  name: Name,
  serial: Serial,
  live: v.unknown(),
  previous: v.unknown(),
  withdrawn: Entry.entries.withdrawn,
  signature: Signature,
})
type ListedEntry = v.InferOutput<typeof ListedEntry>

/** What a reader knows about a store from earlier responses. */
export interface Known {
  /** The highest serial seen, by remote. */
  serials: ReadonlyMap<string, number>
  /** Reads the last known good remotes, when one is needed. */
  lastGood: () => Promise<Pick<SignedRegistryParts, 'remotes' | 'json'> | undefined>
}

/** What a reader without any earlier response knows. */
export const NOTHING_KNOWN: Known = { serials: new Map(), lastGood: async () => undefined }

/** The usable part of a registry of schema 3. */
export interface SignedRegistryParts extends ParsedRegistry {
  /** The highest serials seen so far, by remote. */
  serials: ReadonlyMap<string, number>
  /** Why the stamp is refused, as a sentence. */
  stampFault: string | undefined
  /** When the stamp expires, in milliseconds since the epoch. */
  expiresMs: number
  /** A registry of the entries in use, unmodified. */
  json: { schema: 3; storeId: string; remotes: ListedEntry[] }
}

/**
 * Verifies and parses the usable part of a registry of schema 3. An entry that is refused or missing is replaced by the
 * remote's last known good one. Runs in browsers and in Node.
 *
 * @param json the parsed response body, unmodified
 * @param registryUrl the URL it was fetched from
 * @param authority who may sign what; undefined accepts any signature
 * @param nowMs the time, in milliseconds since the epoch
 * @throws Error when it is no registry of this schema and store, or has no usable remote
 */
export async function parseSignedRegistry(
  json: unknown,
  registryUrl: string,
  authority?: Authority | undefined,
  { serials: seen, lastGood: readLastGood }: Known = NOTHING_KNOWN,
  nowMs = Date.now(),
): Promise<SignedRegistryParts> {
  const listing = v.safeParse(Listing, json)
  if (!listing.success) throw invalidRegistry(registryUrl, findingsOf('registry', listing.issues))
  const { storeId } = listing.output
  if (authority && authority.storeId !== storeId)
    throw invalidRegistry(registryUrl, [`storeId: is ${storeId}, not ${authority.storeId}`])
  const stamp = authority ? await readStamp(listing.output.stamp, authority, nowMs) : NO_STAMP
  const serials = new Map(seen)
  const raise = (name: string, serial: number) => serials.set(name, Math.max(serial, serials.get(name) ?? 0))
  for (const [name, serial] of Object.entries(stamp.serials)) raise(name, serial)
  const findings: string[] = []
  const remotes: RegisteredRemote[] = []
  const used = new Map<string, ListedEntry>()
  const withdrawn = new Map<string, string[]>()
  const schema = releaseFrom(registryUrl)
  const reserved = new Map(Object.entries(authority?.remotes ?? {}))

  const read = await Promise.all(
    listing.output.remotes.map(async (item, index) => {
      const entry = v.safeParse(ListedEntry, item)
      if (entry.success)
        return { entry: entry.output, fault: authority && (await entryFault(item, entry.output, authority)) }
      findings.push(findingsOf(`remotes.${index}`, entry.issues).join('; '))
    }),
  )
  const entries = read.flatMap((one) => one ?? [])
  for (const { entry, fault } of entries) {
    const reason = fault ?? accept(entry)
    if (reason) findings.push(`${entry.name} ${reason}${fault ? '' : ` (key ${entry.signature.keyId})`}`)
  }
  const listed = new Set(listing.output.remotes.map((item) => Object(item).name))
  const missing = [...serials.keys()].filter((name) => !used.has(name))
  const lastGood = missing.length + findings.length > 0 ? await readLastGood() : undefined
  for (const name of new Set([...missing, ...(lastGood?.remotes.map((one) => one.name) ?? [])])) {
    if (used.has(name)) continue
    if (!listed.has(name)) findings.push(`${name} is missing`)
    keepLastGood(name)
  }
  if (remotes.length === 0) throw invalidRegistry(registryUrl, [...findings, 'no remote can be used'])
  return {
    serial: [...used.values()].reduce((sum, { serial }) => sum + serial, 0),
    remotes: remotes.sort(byTabOrder),
    findings,
    serials,
    stampFault: stamp.fault && `The stamp of the registry at ${registryUrl} ${stamp.fault}.`,
    expiresMs: stamp.expiresMs,
    json: { schema: 3, storeId, remotes: [...used.values()] },
  }

  /** @returns why an entry with a valid signature is refused */
  function accept(entry: ListedEntry): string | undefined {
    const { name, serial } = entry
    if (used.has(name)) return 'is repeated'
    const lowest = serials.get(name) ?? 0
    if (serial < lowest) return `has serial ${serial}, after ${lowest}`
    raise(name, serial)
    withdrawn.set(name, entry.withdrawn)
    if (entry.live !== null) {
      const { remote, findings: malformed } = readRemote(name, entry, schema)
      findings.push(...malformed)
      if (!remote) return 'has no valid release'
      if (entry.withdrawn.includes(remote.live.version)) return `has ${remote.live.version} live, which is withdrawn`
      const conflict = conflictOf(remote)
      if (conflict) return conflict
      add(name, [remote.live, ...remote.previous])
    }
    used.set(name, entry)
  }

  function keepLastGood(name: string): void {
    const entry = lastGood?.json.remotes.find((one) => one.name === name)
    const remote = lastGood?.remotes.find((one) => one.name === name)
    if (entry) used.set(name, entry)
    if (remote && !conflictOf(remote)) add(name, [remote.live, ...remote.previous])
  }

  /** Adds a remote without its withdrawn releases. */
  function add(name: string, releases: Release[]): void {
    const [live, ...previous] = releases.filter(({ version }) => !withdrawn.get(name)?.includes(version))
    if (live) remotes.push({ name, live, previous })
  }

  /** @returns what a remote has that is not its own */
  function conflictOf({ name, live }: RegisteredRemote): string | undefined {
    const notOwn = reservationFault(reserved.get(name), live)
    if (notOwn) return notOwn
    const others = [...reserved].flatMap(([other, { tab = { id: '', label: '' }, slots }]) =>
      other === name ? [] : { name: other, live: { tab, extensions: slots.map((one) => ({ slot: one })) } },
    )
    const [conflict] = [
      ...tabConflicts([...others, ...remotes], live.tab).map(
        ({ field, reason }) => `has a tab whose ${field} ${reason}`,
      ),
      ...slotConflicts([...others, ...remotes], live).map(({ reason }) => `provides a slot: ${reason}`),
    ]
    return conflict
  }
}

/** @returns why the signature of an entry is refused */
function entryFault(
  json: unknown,
  { name, signature }: ListedEntry,
  authority: Authority,
): Promise<string | undefined> {
  return fault(entryContent(authority.storeId, Object(json)), signature, keysFor(authority, name))
}

const NO_STAMP: VerifiedStamp = { serials: {}, fault: undefined, expiresMs: Number.POSITIVE_INFINITY }

interface VerifiedStamp {
  serials: Record<string, number>
  fault: string | undefined
  expiresMs: number
}

async function readStamp(json: unknown, authority: Authority, nowMs: number): Promise<VerifiedStamp> {
  const read = v.safeParse(Stamp, json)
  if (!read.success) return { ...NO_STAMP, fault: 'is missing or malformed' }
  const { at, expires, serials, signature } = read.output
  const content = stampContent(authority.storeId, Object(json))
  const refused = await fault(content, signature, authority.operatorKeys)
  if (refused) return { ...NO_STAMP, fault: refused }
  const [atMs, expiresMs] = [Date.parse(at), Date.parse(expires)]
  const isFresh = atMs <= nowMs + MAX_AHEAD_MS && nowMs < expiresMs && expiresMs - atMs <= MAX_LIFETIME_MS
  const stale = `of ${at} is valid until ${expires}, for at most 90 days: renew it`
  return { serials, fault: isFresh ? undefined : stale, expiresMs }
}

/** A content that is nested too deeply is refused too. */
function fault(content: unknown, signature: Signature, keys: readonly string[]): Promise<string | undefined> {
  return signatureFault(content, signature, keys).catch((error: Error) => error.message)
}
