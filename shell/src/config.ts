import { registryKeyEntries, registryKeysOf } from 'registry/public-key'
import * as v from 'valibot'

const TIMEOUT_MS = 10_000

const Address = v.pipe(v.string(), v.nonEmpty())

const Origin = v.pipe(
  v.string(),
  v.url(),
  v.regex(/^https?:/, 'must be an http or https origin'),
  v.transform((address) => new URL(address).origin),
)

const Config = v.object({
  /** Base address of the security service. */
  securityUrl: Address,
  /** Base address of the info API. */
  apiUrl: Address,
  /** Where the registry of released remotes is. */
  registryUrl: Address,
  ...registryKeyEntries,
  /** Where fallbacks and failures of remotes are reported to. */
  reportUrl: v.optional(Address),
  /** The origins that builds may be previewed from. */
  previewOrigins: v.optional(v.array(Origin), []),
  /** What the services have beyond the specification (D27). */
  features: v.optional(v.array(v.string()), []),
})
export interface Config extends Omit<v.InferOutput<typeof Config>, 'registryKey' | 'registryKeys'> {
  /** The public keys that the registry may be signed with; undefined where it need not be signed. */
  registryKeys?: readonly string[] | undefined
}

/**
 * Fetches the run-time configuration (D9).
 *
 * @returns with absolute addresses
 * @throws Error when `/config.json` cannot be fetched, lacks an address, or has a malformed key or origin
 */
export async function loadConfig(): Promise<Config> {
  const response = await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok)
    throw new Error(`/config.json answered ${response.status}; the server of the shell must provide it.`)
  const { registryKey, registryKeys, ...config } = v.parse(Config, await response.json())
  const { securityUrl, apiUrl, registryUrl, reportUrl, ...rest } = config
  return {
    ...rest,
    registryKeys: registryKeysOf({ registryKey, registryKeys }),
    securityUrl: absolute(securityUrl),
    apiUrl: absolute(apiUrl),
    registryUrl: absolute(registryUrl),
    ...(reportUrl && { reportUrl: absolute(reportUrl) }),
  }
}

function absolute(address: string): string {
  return new URL(address, location.origin).href
}
