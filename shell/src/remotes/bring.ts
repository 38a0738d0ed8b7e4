/** A file that hangs must not keep a later attempt waiting for the same place in the cache. */
const TIMEOUT_MS = 10_000

/**
 * Brings a file into the browser's cache.
 *
 * @param cache `reload` to replace what the cache has
 * @throws Error when it does not come in 10 s
 */
export async function bring(address: string, cache: RequestCache = 'default'): Promise<void> {
  const response = await fetch(address, { cache, signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
  await response.arrayBuffer()
}

/** Whether the browser's cache has a file of the page's own origin; it is not asked of the server. */
export async function isCached(address: string): Promise<boolean> {
  try {
    const { ok, body } = await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' })
    body?.cancel()
    return ok
  } catch {
    return false
  }
}
