import {
  type Authority,
  acceptedOf,
  type Finding,
  type ListedEntry,
  MAX_LENGTH,
  parseSignedRegistry,
  type RegisteredRemote,
  readRegistry,
  type Serials,
  verifyRegistry,
} from '@canje/registry'
import * as v from 'valibot'

/** The URL of the registry, and the keys that sign it. */
export interface RegistrySource {
  /** Absolute URL. */
  registryUrl: string
  /** Trusted public keys of schema 2 in base64; without them and an authority, signatures are not verified. */
  registryKeys?: readonly string[] | undefined
  /** Who may sign what in schema 3. */
  authority?: Authority | undefined
}

/** A registry that is invalid, unsigned or older than one already seen. */
export class RegistryRefused extends Error {
  override name = 'RegistryRefused'
}

/** A verified registry of either schema. */
export interface TrustedRegistry {
  /** In tab order. */
  remotes: readonly RegisteredRemote[]
  /** The signed entries of schema 3. */
  entries: readonly ListedEntry[]
  /** The registry of schema 2. */
  json?: unknown
  /** Identifies the store. */
  store: string
  serials: Serials
  findings: readonly Finding[]
  /** The remotes that keep their last known good entry when they have none here, and the versions that are withdrawn. */
  withdrawn: ReadonlyMap<string, readonly string[]>
  stampFinding: (now: number) => Finding | undefined
}

/** The serials that this browser has accepted, by store. */
export type SeenSerials = Readonly<Record<string, Serials>>

/** The name of a whole registry among the serials of a store. */
const WHOLE = '*'

/** @throws RegistryRefused when the response is not a registry, no trusted key signed it, or it is older than one seen */
export async function verifyResponse(
  body: string,
  source: RegistrySource,
  seen: SeenSerials,
): Promise<TrustedRegistry> {
  if (body.length > MAX_LENGTH) throw refused(source, `It has more than ${MAX_LENGTH} characters.`)
  return verifyJson(jsonOf(body, source), source, seen)
}

/**
 * Verifies and parses a registry from the network or from storage.
 *
 * @throws RegistryRefused when the JSON is not a registry, no trusted key signed it, or it is older than one seen
 */
export async function verifyJson(
  json: unknown,
  source: RegistrySource,
  seen: SeenSerials = {},
): Promise<TrustedRegistry> {
  try {
    const { registryKeys, authority } = source
    if (!authority) return await verifyWhole(json, source, seen)
    const { storeId } = authority
    // The old key signs no remote of a store that has been converted.
    if (registryKeys && !seen[storeId] && v.is(Schema2, json)) return await verifyWhole(json, source, seen)
    return await verifyEntries(json, source.registryUrl, authority, seen[storeId])
  } catch (error) {
    throw refused(source, error instanceof Error ? error.message : String(error))
  }
}

const Schema2 = v.object({ schema: v.literal(2) })

/** Verifies a registry of schema 2, which one key signs as a whole. */
async function verifyWhole(
  json: unknown,
  { registryUrl, registryKeys }: RegistrySource,
  seen: SeenSerials,
): Promise<TrustedRegistry> {
  if (registryKeys) await verifyRegistry(json, ...registryKeys)
  const { serial, read } = readRegistry(json, registryUrl)
  const newest = seen[registryUrl]?.[WHOLE]?.serial ?? 0
  if (serial < newest) throw new Error(`Its serial ${serial} is older than ${newest}.`)
  const { findings, ...accepted } = acceptedOf(read)
  const reasons = findings.map(({ reason }) => reason).join('; ')
  const reason = `The registry at ${registryUrl} contains invalid releases. Release them again. ${reasons}`
  return {
    ...accepted,
    json,
    store: registryUrl,
    serials: { [WHOLE]: { serial, keyId: '' } },
    findings: reasons ? [{ reason }] : [],
    stampFinding: () => undefined,
  }
}

/** Verifies a registry of schema 3, with a signature for each remote. */
async function verifyEntries(
  json: unknown,
  registryUrl: string,
  authority: Authority,
  seen: Serials | undefined,
): Promise<TrustedRegistry> {
  const parsed = await parseSignedRegistry(json, registryUrl, authority, seen)
  return { ...parsed, store: authority.storeId }
}

function jsonOf(text: string, source: RegistrySource): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused(source, 'It is not JSON.')
  }
}

function refused({ registryUrl }: RegistrySource, reason: string): RegistryRefused {
  return new RegistryRefused(`The registry at ${registryUrl} is refused. ${reason}`)
}
