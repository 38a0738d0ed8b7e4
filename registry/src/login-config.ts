import * as v from 'valibot'

/** A public key in a shell's configuration: the 32 bytes of an Ed25519 key (RFC 8032), in base64. */
export const PublicKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64'))

/** Absolute, or relative to the shell's origin. A web server's configuration quotes it, and may not expand any of it. */
const Url = v.pipe(v.string(), v.regex(/^[^\s"'`$\\{}<>]+$/, 'must be a URL without quotes, spaces, $ and braces'))

const PreviewOrigin = v.pipe(
  v.string(),
  v.url(),
  v.regex(/^https?:/, 'must be an http or https origin'),
  v.transform((url) => new URL(url).origin),
)

/**
 * The settings of a shell's `/config.json` that its login screen reads (D9). The schema of all settings, `ShellConfig`, is
 * apart: the login screen loads no code for the root of trust.
 */
export const LoginConfig = v.object({
  /** Base URL of the security service. */
  securityUrl: Url,
  /** Base URL of the info API. */
  apiUrl: Url,
  /** URL of the registry. */
  registryUrl: Url,
  /** The key that signs a registry of schema 2. */
  registryKey: v.optional(PublicKey),
  /**
   * Further keys during a key rotation: a signature by any of them is accepted. An empty list is rejected: read as "no
   * keys", it would accept any registry.
   */
  registryKeys: v.optional(v.pipe(v.array(PublicKey), v.minLength(1, 'must name at least one key'))),
  /** URL that receives errors, fallbacks and failures as OTLP log records. */
  reportUrl: v.optional(Url),
  /** Origins from which builds may be previewed. */
  previewOrigins: v.optional(v.array(PreviewOrigin)),
  /** Features of the services beyond the specification (D27). */
  features: v.optional(v.array(v.string())),
})
export type LoginConfig = v.InferOutput<typeof LoginConfig>

/** @returns the distinct keys of both settings; undefined when no key signs a registry as a whole */
export function registryKeysOf({
  registryKey,
  registryKeys = [],
}: Pick<LoginConfig, 'registryKey' | 'registryKeys'>): string[] | undefined {
  const keys = new Set(registryKey ? [registryKey, ...registryKeys] : registryKeys)
  return keys.size > 0 ? [...keys] : undefined
}
