import { fileUrl, type Release } from '@canje/registry'
import { registerPlugins } from '@module-federation/runtime'
import { UNHASHED } from '../store'
import { initialFiles } from './initial-files'

/**
 * Makes the federation runtime load entries with the hashes of a state.
 *
 * @returns a function that registers the expected hash of a release's entry, which itself contains the hashes of its
 *   chunks. It throws an Error naming the initial files of the module without a hash, because signatures cover code only
 *   through hashes. Builds of the dev server, which change with every edit, have none
 */
export function createIntegrityCheck() {
  const entryHashes = new Map<string, string>()
  registerPlugins([
    {
      name: 'entry-integrity',
      createScript: ({ url }) => scriptOf(url, entryHashes.get(url)),
    },
  ])
  return (release: Release, module: string): void => {
    const hashes = new Map(
      Object.entries(release.integrity).map(([path, hash]) => [fileUrl(release, path), hash] as const),
    )
    const unhashed = initialFiles(release, module).filter((url) => !hashes.has(url))
    if (process.env.NODE_ENV !== 'development' && release.integrity !== UNHASHED && unhashed.length > 0) {
      throw new Error(`The state has no hash of ${unhashed.join(', ')}: publish it again.`)
    }
    const hash = hashes.get(release.entry)
    if (hash) entryHashes.set(release.entry, hash)
    else entryHashes.delete(release.entry)
  }
}

/** Creates a cross-origin script that the browser refuses when its hash differs from `hash`. */
export function scriptOf(url: string, hash = ''): HTMLScriptElement {
  const script = document.createElement('script')
  script.src = url
  script.crossOrigin = 'anonymous'
  script.integrity = hash
  return script
}
