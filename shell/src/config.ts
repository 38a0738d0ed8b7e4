import * as v from 'valibot'

const Address = v.pipe(v.string(), v.nonEmpty())

const Config = v.object({
  /** Base address of the security service. */
  securityUrl: Address,
  /** Base address of the info API. */
  apiUrl: Address,
  /** Where the registry of released remotes is. */
  registryUrl: Address,
})
export type Config = v.InferOutput<typeof Config>

const TIMEOUT_MS = 10_000

/**
 * Fetches the run-time configuration (D9).
 *
 * @returns the three addresses, absolute
 * @throws Error when `/config.json` cannot be fetched or lacks an address
 */
export async function loadConfig(): Promise<Config> {
  const response = await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok)
    throw new Error(`/config.json answered ${response.status}; the server of the shell must provide it.`)
  const { securityUrl, apiUrl, registryUrl } = v.parse(Config, await response.json())
  return { securityUrl: absolute(securityUrl), apiUrl: absolute(apiUrl), registryUrl: absolute(registryUrl) }
}

function absolute(address: string): string {
  return new URL(address, location.origin).href
}
