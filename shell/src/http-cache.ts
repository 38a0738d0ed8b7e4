/** A request that hangs must not block a later one for the same cache entry. */
const TIMEOUT_MS = 10_000

/**
 * Fetches a file into the browser's HTTP cache.
 *
 * @param cache `reload` to replace the cached file
 * @returns its content
 * @throws Error after 10 s, or for a status other than 2xx
 */
export async function fetchIntoCache(url: string, cache: RequestCache = 'default'): Promise<ArrayBuffer> {
  const response = await fetch(url, { cache, signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`)
  return response.arrayBuffer()
}
