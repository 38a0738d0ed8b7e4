const TIMEOUT_MS = 15_000

/**
 * Fetches the registry. The page does so beside loading the code that verifies it.
 *
 * @param registryUrl absolute URL
 * @returns the body, not verified
 * @throws Error after 15 s, or for another status than 2xx
 */
export async function fetchRegistry(registryUrl: string): Promise<string> {
  const response = await fetch(registryUrl, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The registry at ${registryUrl} answered ${response.status}.`)
  return response.text()
}
