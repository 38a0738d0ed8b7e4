import * as v from 'valibot'

/** A public key in a shell's configuration: the 32 bytes of an Ed25519 key (RFC 8032), in base64. */
export const PublicKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64'))

/**
 * The settings in a shell's `/config.json` for the keys it trusts. An empty list is rejected: read as "no keys", it would
 * accept any registry.
 */
export const registryKeyEntries = {
  registryKey: v.optional(PublicKey),
  /** Further trusted keys during a key rotation: a signature by any of them is accepted. */
  registryKeys: v.optional(v.pipe(v.array(PublicKey), v.minLength(1, 'must name at least one key'))),
}

interface RegistryKeys {
  registryKey?: string | undefined
  registryKeys?: readonly string[] | undefined
}

/** @returns the distinct keys of both settings; undefined when no signature is required */
export function registryKeysOf({ registryKey, registryKeys = [] }: RegistryKeys): string[] | undefined {
  const keys = new Set(registryKey ? [registryKey, ...registryKeys] : registryKeys)
  return keys.size > 0 ? [...keys] : undefined
}
