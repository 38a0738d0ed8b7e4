import * as v from 'valibot'

/** A public key that shells are given: the 32 bytes of an Ed25519 key (RFC 8032), in base64. */
export const PublicKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64'))

/**
 * How a shell's `/config.json` names the keys that its registry may be signed with. An empty list is a mistake: taken
 * for no keys, it would let any registry in.
 */
export const registryKeyEntries = {
  registryKey: v.optional(PublicKey),
  /** More than one while keys are changed: a registry signed with any of them is used. */
  registryKeys: v.optional(v.pipe(v.array(PublicKey), v.minLength(1, 'must name at least one key'))),
}

interface RegistryKeys {
  registryKey?: string | undefined
  registryKeys?: readonly string[] | undefined
}

/** @returns the keys of both settings, each once; undefined where the registry need not be signed */
export function registryKeysOf({ registryKey, registryKeys = [] }: RegistryKeys): string[] | undefined {
  const keys = new Set(registryKey ? [registryKey, ...registryKeys] : registryKeys)
  return keys.size > 0 ? [...keys] : undefined
}
