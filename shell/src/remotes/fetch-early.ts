import { fileAddress, type Release } from 'registry'

/** A file that hangs must not keep a later attempt waiting for the same place in the cache. */
const TIMEOUT_MS = 10_000

/**
 * Brings the files that a release will ask for into the browser's cache, while its entry is still on its way. Nothing
 * of them runs: whoever asks for one checks its hash. A `<link rel="preload">` will not do: Chromium gives one that
 * failed to the next script that asks for the file.
 */
export function fetchEarly(release: Release): void {
  for (const path of release.preload) bring(fileAddress(release, path)).catch(() => undefined)
}

async function bring(address: string): Promise<void> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  await response.arrayBuffer()
}
