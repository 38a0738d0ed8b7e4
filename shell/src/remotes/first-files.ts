import { fileAddress, type Release } from 'registry'
import { bring } from './bring'

/** The addresses of the files that a release is known to ask for: its entry, and the chunks and style sheets of its tab. */
export function firstFilesOf(release: Release): string[] {
  return [release.entry, ...release.preload.map((path) => fileAddress(release, path))]
}

/**
 * Replaces the files of a release in the browser's cache, which keeps immutable ones for ever, with wrong bytes too.
 *
 * @throws Error when one does not come
 */
export async function fetchAnew(release: Release): Promise<void> {
  await Promise.all(firstFilesOf(release).map((address) => bring(address, 'reload')))
}
