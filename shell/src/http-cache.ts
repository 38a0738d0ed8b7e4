/** A file that hangs must not block a later request for the same entry of the cache. */
const TIMEOUT_MS = 10_000

/**
 * Fetches a file into the browser's HTTP cache.
 *
 * @param cache `reload` to replace the cached file
 * @throws Error after 10 s, or for another status than 2xx
 */
export async function fetchIntoCache(url: string, cache: RequestCache = 'default'): Promise<void> {
  const response = await fetch(url, { cache, signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  await response.arrayBuffer()
}
