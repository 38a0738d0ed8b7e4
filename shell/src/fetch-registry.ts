const TIMEOUT_MS = 15_000

/**
 * Fetches the registry, in parallel with the code that verifies it.
 *
 * @param registryUrl absolute URL
 * @returns the unverified body
 * @throws Error after 15 s, or for a status other than 2xx
 */
export async function fetchRegistry(registryUrl: string): Promise<string> {
  const response = await fetch(registryUrl, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The registry at ${registryUrl} responded with ${response.status}.`)
  return response.text()
}
