import { registerPlugins } from '@module-federation/enhanced/runtime'
import { fileAddress, type Release } from 'registry'
import { UNHASHED } from '../store'
import { initialFiles } from './initial-files'

/** The runtime's own 20 s for a script are longer than a tab's, and meanwhile another attempt would wait for it. */
const SCRIPT_TIMEOUT_MS = 10_000

export interface IntegrityCheck {
  /**
   * Expects the entry of a release to have its hash. The bundler has put the hashes of its chunks into the entry.
   *
   * @throws Error naming the initial files without a hash in a signed registry
   */
  expect(release: Release): void
}

/**
 * Has the federation runtime check entries against the registry, and give up a script in good time.
 *
 * @param isSigned whether the registry must be signed: its signature vouches for code by the hashes only, so a release
 *   without them is refused
 */
export function createIntegrityCheck(isSigned: boolean): IntegrityCheck {
  const entryHashes = new Map<string, string>()
  registerPlugins([
    {
      name: 'entry-integrity',
      createScript: ({ url }) => ({ script: scriptOf(url, entryHashes.get(url)), timeout: SCRIPT_TIMEOUT_MS }),
    },
  ])
  return {
    expect: (release) => {
      const hashes = new Map(
        Object.entries(release.integrity).map(([path, hash]) => [fileAddress(release, path), hash] as const),
      )
      const unhashed = initialFiles(release).filter((url) => !hashes.has(url))
      if (isSigned && release.integrity !== UNHASHED && unhashed.length > 0) {
        throw new Error(`The registry has no hash of ${unhashed.join(', ')}: publish it anew.`)
      }
      const hash = hashes.get(release.entry)
      if (hash) entryHashes.set(release.entry, hash)
      else entryHashes.delete(release.entry)
    },
  }
}

/** A script of another origin. The browser refuses it when its hash differs from the given one. */
export function scriptOf(url: string, hash = ''): HTMLScriptElement {
  const script = document.createElement('script')
  script.src = url
  script.crossOrigin = 'anonymous'
  script.integrity = hash
  return script
}
