import { fetchIntoCache } from './http-cache'

/**
 * Loads the page again with files of the host that are fetched anew: the browser keeps an immutable one that was refused
 * for its hash, and would use it again.
 */
export async function reloadAnew(): Promise<void> {
  // Never a call: services may be behind the same origin, and DeleteAllCodes is a GET (D11).
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const files = entries.filter(({ initiatorType }) => initiatorType === 'script' || initiatorType === 'link')
  const own = files.filter(({ name }) => new URL(name).origin === location.origin)
  await Promise.allSettled(own.map(({ name }) => fetchIntoCache(name, 'reload')))
  location.reload()
}
