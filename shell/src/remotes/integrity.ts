import { registerPlugins } from '@module-federation/enhanced/runtime'
import { fileAddress, type Integrity, type Release } from 'registry'
import { firstFilesOf } from './first-files'

/** The runtime's own 20 s for a script are longer than a tab's, and meanwhile another attempt would wait for it. */
const SCRIPT_TIMEOUT_MS = 10_000

/** The hashes of a build that is previewed: there are none. No registry can name this very object. */
export const UNHASHED: Integrity = {}

const entryHashes = new Map<string, string>()
let areHashesRequired = false

/**
 * Has the federation runtime load entries as the registry describes them, and give up a script in good time.
 *
 * @param isSigned whether the registry must be signed: its signature vouches for code by the hashes only, so without them
 * none is loaded
 */
export function guardEntries(isSigned: boolean): void {
  areHashesRequired = isSigned
  registerPlugins([
    {
      name: 'entry-integrity',
      createScript: ({ url }) => ({ script: scriptOf(url, entryHashes.get(url)), timeout: SCRIPT_TIMEOUT_MS }),
    },
  ])
}

/**
 * Says what the entry of a release must be. Its chunks are hashed in the entry, by the bundler.
 *
 * @throws Error naming the files that are loaded first and have no hash in a signed registry
 */
export function expectIntegrity(release: Release): void {
  const hashes = new Map(
    Object.entries(release.integrity).map(([path, hash]) => [fileAddress(release, path), hash] as const),
  )
  const unhashed = firstFilesOf(release).filter((address) => !hashes.has(address))
  if (areHashesRequired && release.integrity !== UNHASHED && unhashed.length > 0) {
    throw new Error(`The registry has no hash of ${unhashed.join(', ')}: publish it anew.`)
  }
  const hash = hashes.get(release.entry)
  if (hash) entryHashes.set(release.entry, hash)
  else entryHashes.delete(release.entry)
}

/** A script of another origin, which the browser runs only when it has the hash, where one is given. */
export function scriptOf(url: string, hash = ''): HTMLScriptElement {
  const script = document.createElement('script')
  script.src = url
  script.crossOrigin = 'anonymous'
  script.integrity = hash
  return script
}
