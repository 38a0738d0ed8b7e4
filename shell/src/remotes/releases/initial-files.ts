import { fileUrl, type Release } from '@canje/registry'
import { fetchIntoCache } from '../../http-cache'

/** URLs of the files that a release loads first: its entry, and the chunks and style sheets of its tab. */
export function initialFiles(release: Release): string[] {
  return [release.entry, ...release.preload.map((path) => fileUrl(release, path))]
}

/**
 * Replaces the cached files of a release: the browser caches immutable files permanently, even corrupt ones.
 *
 * @throws Error when a file cannot be fetched
 */
export async function refetchIntoCache(release: Release): Promise<void> {
  await Promise.all(initialFiles(release).map((url) => fetchIntoCache(url, 'reload')))
}
