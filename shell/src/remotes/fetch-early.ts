import { fileAddress, type Release } from 'registry'
import { bring } from './bring'

/**
 * Brings the files that a release will ask for into the browser's cache, while its entry is still on its way. Nothing
 * of them runs: whoever asks for one checks its hash. A `<link rel="preload">` will not do: Chromium gives one that
 * failed to the next script that asks for the file.
 */
export function fetchEarly(release: Release): void {
  for (const path of release.preload) bring(fileAddress(release, path)).catch(() => undefined)
}

/**
 * Replaces the files of a release in the browser's cache, which keeps immutable ones for ever, with wrong bytes too.
 *
 * @throws Error when one does not come
 */
export async function fetchAnew(release: Release): Promise<void> {
  await Promise.all(firstFilesOf(release).map((address) => bring(address, 'reload')))
}

/** The addresses of the files that a release is known to ask for: its entry, and the chunks and style sheets of its tab. */
export function firstFilesOf(release: Release): string[] {
  return [release.entry, ...release.preload.map((path) => fileAddress(release, path))]
}
