import { registryKeyEntries, registryKeysOf } from '@canje/registry/public-key'
import * as v from 'valibot'

const TIMEOUT_MS = 10_000

const Url = v.pipe(v.string(), v.nonEmpty())

const Origin = v.pipe(
  v.string(),
  v.url(),
  v.regex(/^https?:/, 'must be an http or https origin'),
  v.transform((url) => new URL(url).origin),
)

const Config = v.object({
  /** Base URL of the security service. */
  securityUrl: Url,
  /** Base URL of the info API. */
  apiUrl: Url,
  /** URL of the registry. */
  registryUrl: Url,
  ...registryKeyEntries,
  /** URL that receives errors, fallbacks and failures as OTLP log records. */
  reportUrl: v.optional(Url),
  /** Origins from which builds may be previewed. */
  previewOrigins: v.optional(v.array(Origin), []),
  /** Features of the services beyond the specification (D27). */
  features: v.optional(v.array(v.string()), []),
})
export interface Config extends Omit<v.InferOutput<typeof Config>, keyof typeof registryKeyEntries> {
  /** Trusted public keys of a registry of schema 2; undefined when no key signs it as a whole. */
  registryKeys?: readonly string[] | undefined
  /** All settings. The code that verifies releases reads their root of trust from it: the login screen needs none. */
  settings?: unknown
}

/**
 * Fetches the run-time configuration (D9).
 *
 * @returns the configuration with absolute URLs
 * @throws Error when `/config.json` cannot be fetched, lacks a URL, or has a malformed key or origin
 */
export async function loadConfig(): Promise<Config> {
  const response = await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok)
    throw new Error(`/config.json responded with ${response.status}. Serve it from the origin of the shell.`)
  const settings: unknown = await response.json()
  const { registryKey, registryKeys, ...config } = v.parse(Config, settings)
  const { securityUrl, apiUrl, registryUrl, reportUrl, ...rest } = config
  return {
    ...rest,
    registryKeys: registryKeysOf({ registryKey, registryKeys }),
    settings,
    securityUrl: absolute(securityUrl),
    apiUrl: absolute(apiUrl),
    registryUrl: absolute(registryUrl),
    ...(reportUrl && { reportUrl: absolute(reportUrl) }),
  }
}

function absolute(url: string): string {
  return new URL(url, location.origin).href
}
