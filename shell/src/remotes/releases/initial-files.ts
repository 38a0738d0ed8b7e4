import { filesOfModule, fileUrl, type Release } from '@canje/registry'
import { fetchFile } from '../../fetch-file'

/** Paths of the chunks and style sheets of a module. */
export function preloadOf(release: Release, module: string): string[] {
  return filesOfModule(release, module)?.preload ?? []
}

/** URLs of the files that a module loads first: the entry of its release, and its chunks and style sheets. */
export function initialFiles(release: Release, module: string): string[] {
  return [release.entry, ...preloadOf(release, module).map((path) => fileUrl(release, path))]
}

/**
 * Fetches the initial files of a module into the HTTP cache, and runs none.
 *
 * @param cache `reload` to replace them: the browser caches immutable files permanently, even corrupt ones
 * @throws Error when a file cannot be fetched
 */
export async function fetchInitialFiles(release: Release, module: string, cache?: RequestCache): Promise<void> {
  await Promise.all(initialFiles(release, module).map((url) => fetchFile(url, cache)))
}
