import {
  type Authority,
  type Known,
  NOTHING_KNOWN,
  type ParsedRegistry,
  parseRegistry,
  parseSignedRegistry,
  type SignedRegistryParts,
  verifyRegistry,
} from '@canje/registry'

/** Longer ones would block the page, and no store has one. */
const MAX_CHARACTERS = 4_000_000

/** The URL of the registry, and who may sign it. */
export interface RegistrySource {
  /** Absolute URL. */
  registryUrl: string
  /** Trusted public keys of schema 2 in base64; without them and `authority`, signatures are not verified. */
  registryKeys?: readonly string[] | undefined
  /** The root of trust of schema 3. */
  authority?: Authority | undefined
}

/** A registry that is invalid, unsigned or older than one already seen. */
export class RegistryRefused extends Error {
  override name = 'RegistryRefused'
}

/** A verified registry with its source JSON. */
export interface TrustedRegistry extends ParsedRegistry {
  json: unknown
  /** Of schema 3 only. */
  signed?: SignedRegistryParts
}

/** @throws RegistryRefused when the response is not a registry, or no trusted key signed it */
export async function verifyResponse(body: string, source: RegistrySource, known: Known): Promise<TrustedRegistry> {
  return verifyJson(jsonOf(body, source.registryUrl), source, known)
}

/**
 * Verifies and parses a registry from the network or from storage.
 *
 * @throws RegistryRefused when the JSON is not a registry, or no trusted key signed it
 */
export async function verifyJson(
  json: unknown,
  { registryUrl, registryKeys, authority }: RegistrySource,
  known: Known = NOTHING_KNOWN,
): Promise<TrustedRegistry> {
  try {
    // Once a store has schema 3, its earlier registries are a replay.
    if (authority ? !registryKeys || isSigned(json) || known.serials.size > 0 : isSigned(json) && !registryKeys) {
      const signed = await parseSignedRegistry(json, registryUrl, authority, known)
      return { ...signed, signed }
    }
    if (registryKeys) await verifyRegistry(json, ...registryKeys)
    return { ...parseRegistry(json, registryUrl), json }
  } catch (error) {
    throw refused(registryUrl, messageOf(error))
  }
}

function isSigned(json: unknown): boolean {
  return Object(json).schema === 3
}

function jsonOf(text: string, registryUrl: string): unknown {
  if (text.length > MAX_CHARACTERS) throw refused(registryUrl, `It has more than ${MAX_CHARACTERS} characters.`)
  try {
    return JSON.parse(text)
  } catch {
    throw refused(registryUrl, `It is not JSON: ${text.slice(0, 40)}`)
  }
}

function refused(registryUrl: string, reason: string): RegistryRefused {
  return new RegistryRefused(`The registry at ${registryUrl} is refused. ${reason}`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
