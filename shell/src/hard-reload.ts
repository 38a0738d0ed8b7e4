import { fetchFile } from './fetch-file'

/**
 * Reloads the page after replacing the cached files of the shell. The browser caches an immutable file whose hash does not
 * match, and would use it again.
 */
export async function hardReload(): Promise<void> {
  // Only scripts and links: services may share the origin, and DeleteAllCodes is a GET (D11, changing GET).
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const files = entries.filter(({ initiatorType }) => initiatorType === 'script' || initiatorType === 'link')
  const own = files.filter(({ name }) => new URL(name).origin === location.origin)
  await Promise.allSettled(own.map(({ name }) => fetchFile(name, 'reload')))
  location.reload()
}
