import { registerPlugins } from '@module-federation/enhanced/runtime'
import { fileAddress, type Integrity, type Release } from 'registry'
import { firstFilesOf } from './first-files'

/** The runtime's own 20 s for a script are longer than a tab's, and meanwhile another attempt would wait for it. */
const SCRIPT_TIMEOUT_MS = 10_000

/** The hashes of a build that is previewed: there are none. No registry can name this very object. */
export const UNHASHED: Integrity = {}

/** By the address of each file that a release is known to ask for. */
const expected = new Map<string, string>()
let areHashesRequired = false

/**
 * Has the federation runtime load entries as the registry describes them, and give up a script in good time.
 *
 * @param registryKey what the registry is signed with: its signature vouches for code by the hashes only, so without
 * them none is loaded
 */
export function guardEntries(registryKey: string | undefined): void {
  areHashesRequired = registryKey !== undefined
  registerPlugins([
    {
      name: 'entry-integrity',
      createScript: ({ url }) => ({ script: scriptOf(url), timeout: SCRIPT_TIMEOUT_MS }),
    },
  ])
}

/**
 * Says what the entry of a release and the first files it asks for must be. What comes later is hashed in the entry, by
 * the bundler.
 *
 * @throws Error naming the files that are loaded first and have no hash in a signed registry
 */
export function expectIntegrity(release: Release): void {
  const hashes = new Map(
    Object.entries(release.integrity).map(([path, hash]) => [fileAddress(release, path), hash] as const),
  )
  const files = firstFilesOf(release)
  const unhashed = files.filter((address) => !hashes.has(address))
  if (areHashesRequired && release.integrity !== UNHASHED && unhashed.length > 0) {
    throw new Error(`The registry has no hash of ${unhashed.join(', ')}: publish it anew.`)
  }
  for (const address of files) expected.set(address, hashes.get(address) ?? '')
}

/** An element that runs a script only when it has the hash that a release has named. */
export function scriptOf(url: string): HTMLScriptElement {
  const script = document.createElement('script')
  script.src = url
  script.crossOrigin = 'anonymous'
  script.integrity = expected.get(url) ?? ''
  return script
}
