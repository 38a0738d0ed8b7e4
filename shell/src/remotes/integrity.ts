import { registerPlugins } from '@module-federation/enhanced/runtime'
import { fileAddress, type Release } from 'registry'

/** The runtime's own 20 s for a script are longer than a tab's, and meanwhile another attempt would wait for it. */
const SCRIPT_TIMEOUT_MS = 10_000

const entryHashes = new Map<string, string>()

/** Has the federation runtime load entries as the registry describes them, and give up a script in good time. */
export function guardEntries(): void {
  registerPlugins([
    {
      name: 'entry-integrity',
      createScript: ({ url }) => ({ script: scriptOf(url), timeout: SCRIPT_TIMEOUT_MS }),
    },
  ])
}

/** Says what the entry of a release must be. Its chunks are hashed in the entry, by the bundler. */
export function expectIntegrity(release: Release): void {
  const [, hash] =
    Object.entries(release.integrity).find(([path]) => fileAddress(release, path) === release.entry) ?? []
  if (hash) entryHashes.set(release.entry, hash)
  else entryHashes.delete(release.entry)
}

function scriptOf(url: string): HTMLScriptElement {
  const script = document.createElement('script')
  script.src = url
  script.crossOrigin = 'anonymous'
  script.integrity = entryHashes.get(url) ?? ''
  return script
}
