import { type ParsedRegistry, parseRegistry, verifyRegistry } from 'registry'

/** Where the registry is, and how the shell knows that it is genuine. */
export interface RegistrySource {
  /** Absolute URL. */
  registryUrl: string
  /** The public keys it may be signed with, in base64; without this, signatures are not looked at. */
  registryKeys?: readonly string[] | undefined
}

/** The response of the registry must not be used. */
export class RegistryRefused extends Error {
  override name = 'RegistryRefused'
}

/** A registry that may be used, with the JSON it was read from. */
export interface TrustedRegistry extends ParsedRegistry {
  json: unknown
}

/** @throws RegistryRefused when the response is no registry, or no trusted key signed it */
export async function verifyResponse(body: string, source: RegistrySource): Promise<TrustedRegistry> {
  return verifyJson(jsonOf(body, source.registryUrl), source)
}

/**
 * Verifies and parses a registry from the network or from storage.
 *
 * @throws RegistryRefused when it is no registry, or no trusted key signed it
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
