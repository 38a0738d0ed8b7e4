import { filesOfModule, fileUrl, type Release, TAB_MODULE } from '@canje/registry'
import { fetchFile } from '../../fetch-file'

/** Paths of the chunks and style sheets of a module. */
export function preloadOf(release: Release, module: string): string[] {
  return filesOfModule(release, module)?.preload ?? []
}

/** URLs of the files that a module loads first: the entry of its release, and its chunks and style sheets. */
export function initialFiles(release: Release, module: string): string[] {
  return [release.entry, ...preloadOf(release, module).map((path) => fileUrl(release, path))]
}

/** Fetches the initial files of a release's tab into the HTTP cache, and runs none. A cached file with another hash is replaced. */
export async function prefetchRelease(release: Release): Promise<void> {
  const hashes = new Map(Object.entries(release.integrity).map(([path, hash]) => [fileUrl(release, path), hash]))
  await Promise.all(initialFiles(release, TAB_MODULE).map((url) => prefetchFile(url, hashes.get(url))))
}

async function prefetchFile(url: string, hash: string | undefined): Promise<void> {
  const content = await fetchFile(url)
  // Not by the option `integrity` of fetch, which reports an error to the console before the tab is opened.
  const isCorrupt = hash !== undefined && crypto.subtle && (await integrityOf(content)) !== hash
  if (isCorrupt) await fetchFile(url, 'reload')
}

/** @returns the hash as an `integrity` value (W3C Subresource Integrity) */
async function integrityOf(content: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-384', new Uint8Array(content))
  return `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}

/**
 * Replaces the cached files of a module: the browser caches immutable files permanently, even corrupt ones.
 *
 * @throws Error when a file cannot be fetched
 */
export async function refetchIntoCache(release: Release, module: string): Promise<void> {
  await Promise.all(initialFiles(release, module).map((url) => fetchFile(url, 'reload')))
}
