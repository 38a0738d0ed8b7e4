import { fileAddress, type Release } from 'registry'
import { bring } from './bring'
import { scriptOf } from './integrity'

/**
 * Begins to load what the entry of a release will ask for, while the entry itself is on its way. A chunk only adds its
 * modules to the list of its build: the entry finds them there or on their way, or asks again for a chunk that failed.
 * One without a hash of its own only comes into the browser's cache, as style sheets do: the entry knows its hash.
 */
export function runEarly(release: Release): void {
  for (const path of release.preload) {
    const address = fileAddress(release, path)
    const hash = release.integrity[path]
    if (hash && path.endsWith('.js')) runChunk(address, hash)
    // What a `<link rel="preload">` failed to get, Chromium would give to the next element that asks for it.
    else bring(address).catch(() => undefined)
  }
}

function runChunk(address: string, hash: string): void {
  const script = scriptOf(address, hash)
  // An entry that found the element after its event would wait for one until its time is over.
  for (const end of ['load', 'error']) script.addEventListener(end, () => script.remove())
  document.head.append(script)
}
