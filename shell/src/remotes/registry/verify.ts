import { type ParsedRegistry, parseRegistry, verifyRegistry } from '@canje/registry'

/** The URL and the trusted keys of the registry. */
export interface RegistrySource {
  /** Absolute URL. */
  registryUrl: string
  /** Trusted public keys in base64; without them, signatures are not verified. */
  registryKeys?: readonly string[] | undefined
}

/** A registry that is invalid, unsigned or older than one already seen. */
export class RegistryRefused extends Error {
  override name = 'RegistryRefused'
}

/** A verified registry with its source JSON. */
export interface TrustedRegistry extends ParsedRegistry {
  json: unknown
}

/** @throws RegistryRefused when the response is not a registry, or no trusted key signed it */
export async function verifyResponse(body: string, source: RegistrySource): Promise<TrustedRegistry> {
  return verifyJson(jsonOf(body, source.registryUrl), source)
}

/**
 * Verifies and parses a registry from the network or from storage.
 *
 * @throws RegistryRefused when the JSON is not a registry, or no trusted key signed it
 */
export async function verifyJson(
  json: unknown,
  { registryUrl, registryKeys }: RegistrySource,
): Promise<TrustedRegistry> {
  try {
    if (registryKeys) await verifyRegistry(json, ...registryKeys)
    return { ...parseRegistry(json, registryUrl), json }
  } catch (error) {
    throw new RegistryRefused(`The registry at ${registryUrl} is refused. ${messageOf(error)}`)
  }
}

function jsonOf(text: string, registryUrl: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RegistryRefused(`The registry at ${registryUrl} is refused. It is not JSON: ${text.slice(0, 40)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
