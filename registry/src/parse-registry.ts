import * as v from 'valibot'
import { readExtensions } from './extension'
import { type Finding, findingsFor, findingsOf } from './findings'
import { list, MAX_PREVIOUS, MAX_WITHDRAWN, Name, PathSegment } from './limits'
import { Serial, Signature, signedContent } from './registry'
import { ENTRY_RULE, entryUrl, Release } from './release'
import { type Authority, keysFor } from './shell-config'
import { keyIdOf, signatureFault } from './signature'

/** The releases of one remote that a page may show. */
export interface RegisteredRemote {
  /** The remote's name, such as `mf-codes`. */
  name: string
  live: Release
  /** Releases that were live before, without those that were rolled back; newest first. */
  previous: Release[]
}

/** The newest accepted entry of each remote: its serial, and the id of its key. */
export const Serials = v.record(v.string(), v.object({ serial: Serial, keyId: v.string() }))
export type Serials = v.InferOutput<typeof Serials>

/** The accepted part of a registry. */
export interface ParsedRegistry {
  /** The remotes of the menu with a usable release; every entry is an absolute URL. */
  remotes: RegisteredRemote[]
  /** The accepted entries as they were read. */
  entries: ListedEntry[]
  serials: Serials
  /** One for each entry of the menu that is refused, partly malformed, or missing although one was accepted before. */
  findings: Finding[]
  /** By name of a remote with a finding: the versions that its signed entries withdraw, accepted or not. */
  withdrawn: Map<string, readonly string[]>
}

/** A registry whose entries are validated later, one by one. */
const UnreadRegistry = v.object({ format: v.literal(1), storeId: PathSegment, remotes: v.array(v.unknown()) })

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

const Named = v.object({ name: Name })

/** What was read of one remote. */
interface ReadEntry {
  name: string
  keyId?: string
  /** Undefined unless it is signed. */
  entry?: ListedEntry
  /** Undefined when it is unusable. */
  remote?: RegisteredRemote | undefined
  findings: string[]
}

/**
 * Verifies and parses the entries of the remotes that the operator lists. In this order, an entry is refused when no key of
 * its remote signed it for this store, its serial is lower than one seen, or its live version is withdrawn. Within an
 * accepted entry, malformed and withdrawn releases and malformed extensions are left out; the first valid one of `previous`
 * replaces a malformed `live`.
 *
 * @param json the parsed response body, unmodified
 * @param storeUrl the absolute base URL of the store
 * @param seen the newest entries that were accepted from this store; one counts while its key is trusted
 * @throws Error when it is not a registry of this store
 */
export async function parseRegistry(
  json: unknown,
  storeUrl: string,
  authority: Authority,
  seen: Serials = {},
): Promise<ParsedRegistry> {
  const registry = v.safeParse(UnreadRegistry, json)
  if (!registry.success) throw invalidRegistry(storeUrl, findingsOf('registry', registry.issues))
  const { storeId, remotes: listed } = registry.output
  if (storeId !== authority.storeId)
    throw invalidRegistry(storeUrl, [`It is of the store ${storeId}, not of ${authority.storeId}`])
  const named = listed.map((json, index) => ({ json, place: `remotes.${index}`, name: nameIn(json) }))
  const schema = releaseFrom(storeUrl)
  const menu = new Set(authority.remotes.map(({ name }) => name))
  const read = named
    // An entry without a name may be that of any remote.
    .filter(({ name }) => name === '' || menu.has(name))
    .map(({ json, place, name }) => readEntry(json, place, name, authority, schema, seen[name]))
  const missing = Object.keys(seen).filter((name) => menu.has(name) && !named.some((one) => one.name === name))
  return acceptedOf([
    ...(await Promise.all(read)),
    ...missing.map((name) => ({ name, findings: [`${name} has no entry`] })),
  ])
}

/** The URL of the registry in a store; as relative as that of the store. */
export function registryUrl(storeUrl: string): string {
  return `${storeUrl.replace(/\/+$/, '')}/registry.json`
}

async function readEntry(
  json: unknown,
  place: string,
  name: string,
  authority: Authority,
  schema: ReleaseSchema,
  last: Serials[string] | undefined,
): Promise<ReadEntry> {
  if (!v.is(ListedEntry, json)) return { name, findings: findingsFor(place, ListedEntry, json) }
  const { serial, signature } = json
  const { keyId } = signature
  const keys = keysFor(authority, name)
  const fault = await faultOf(signedContent(authority.storeId, json), signature, keys)
  if (fault) return { name, keyId, findings: [`${name} ${fault}`] }
  const signed = { name, keyId, entry: json }
  const isTrusted = last && (await Promise.all(keys.map(keyIdOf))).includes(last.keyId)
  if (isTrusted && serial < last.serial)
    return { ...signed, findings: [`${name} has the serial ${serial}, which is older than ${last.serial}`] }
  return { ...signed, ...readReleases(place, json, schema) }
}

function readReleases(
  place: string,
  { name, live, previous, withdrawn }: ListedEntry,
  schema: ReleaseSchema,
): Pick<ReadEntry, 'remote' | 'findings'> {
  const isWithdrawn = ({ version }: Release) => withdrawn.includes(version)
  const current = readRelease(`${place}.live`, live, schema)
  if (current.release && isWithdrawn(current.release))
    return { findings: [`${name} has the live version ${current.release.version}, which is withdrawn`] }
  const read = [
    current,
    ...previous.map((release, index) => readRelease(`${place}.previous.${index}`, release, schema)),
  ]
  const [best, ...fallbacks] = read.flatMap(({ release }) => (release && !isWithdrawn(release) ? release : []))
  return {
    remote: best && { name, live: best, previous: fallbacks },
    findings: read.flatMap((one) => one.findings),
  }
}

type ReleaseSchema = ReturnType<typeof releaseFrom>

/** A release schema that resolves the entry to an absolute http or https URL. */
function releaseFrom(storeUrl: string) {
  const entry = v.pipe(
    Release.entries.entry,
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const url = entryUrl(dataset.value, registryUrl(storeUrl))
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

/** @returns the name of an entry, malformed or not; empty if it is no name */
function nameIn(json: unknown): string {
  return v.is(Named, json) ? json.name : ''
}

function acceptedOf(read: readonly ReadEntry[]): ParsedRegistry {
  const parsed: ParsedRegistry = { remotes: [], entries: [], serials: {}, findings: [], withdrawn: new Map() }
  for (const { name, keyId, entry, remote, findings } of read) {
    const isRepeated = parsed.serials[name] !== undefined
    const reason = isRepeated ? `${name} is listed twice` : findings.join('; ')
    if (reason) {
      parsed.findings.push({ name, reason, keyId })
      parsed.withdrawn.set(name, [...(parsed.withdrawn.get(name) ?? []), ...(entry?.withdrawn ?? [])])
    }
    if (isRepeated || !remote || !entry) continue
    parsed.remotes.push(remote)
    parsed.entries.push(entry)
    parsed.serials[name] = { serial: entry.serial, keyId: entry.signature.keyId }
  }
  return parsed
}

/** Some JSON has no canonical form, such as half a surrogate pair, and deep nesting exceeds the stack. */
function faultOf(...signed: Parameters<typeof signatureFault>): Promise<string | undefined> {
  return signatureFault(...signed).catch((error: Error) => `cannot be verified: ${error.message}`)
}

function invalidRegistry(storeUrl: string, findings: string[]): Error {
  return new Error(`The registry at ${registryUrl(storeUrl)} is not valid. ${findings.join('; ')}`)
}
