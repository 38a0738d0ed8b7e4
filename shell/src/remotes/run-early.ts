import { fileAddress, type Release } from 'registry'
import { bring } from './bring'
import { scriptOf } from './integrity'

/**
 * Begins to load what the entry of a release will ask for, while the entry itself is on its way. A chunk only lays its
 * modules down in the list of its build: the entry finds it there or on its way, or asks again for one that failed. One
 * without a hash of its own only comes into the browser's cache, as style sheets do: the entry knows its hash.
 */
export function runEarly(release: Release): void {
  for (const path of release.preload) {
    const address = fileAddress(release, path)
    if (path.endsWith('.js') && release.integrity[path]) runChunk(address)
    // What a `<link rel="preload">` failed to get, Chromium would give to the next element that asks for it.
    else bring(address).catch(() => undefined)
  }
}

function runChunk(address: string): void {
  const script = scriptOf(address)
  // The entry would wait for the end of one that is over.
  for (const end of ['load', 'error']) script.addEventListener(end, () => script.remove())
  document.head.append(script)
}
