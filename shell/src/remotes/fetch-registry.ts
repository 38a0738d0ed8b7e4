const TIMEOUT_MS = 15_000

/**
 * Asks for the registry. It stands by itself so that the registry comes beside the code that verifies and reads it.
 *
 * @param registryUrl absolute address
 * @returns the answer as it is
 * @throws Error when there is no good answer in 15 s
 */
export async function fetchRegistry(registryUrl: string): Promise<string> {
  const response = await fetch(registryUrl, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The registry at ${registryUrl} answered ${response.status}.`)
  return response.text()
}
