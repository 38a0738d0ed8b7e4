import { useEffect } from 'react'
import type { RegisteredRemote } from 'registry'
import { serviceAddresses, useSessionId } from 'shared-auth/host'
import { forgetStart, type StoredStart, storeStart } from '../early-start/stored-start'
import { initialFiles, readsOf, useRemotes, useRemotesState, withPreview } from '../remotes'

/** Leaves to the next page of this session what this one knows of its configuration and tabs, and forgets it at sign-out. */
export function useStoredStart(): void {
  const { url } = useRemotes().registry
  const registry = useRemotesState((state) => state.registry)
  const preview = useRemotesState((state) => state.preview)
  const session = useSessionId()
  useEffect(() => {
    if (session === null) forgetStart()
    else if (registry.status === 'ready' && preview.status !== 'loading') {
      const addresses = { ...serviceAddresses(), registryUrl: url }
      storeStart({
        session,
        ...addresses,
        hostFile: hostFile(),
        tabs: withPreview(registry.remotes, preview).map(storedTab),
      })
    }
  }, [registry, preview, session, url])
}

/** The last that every page loads, a short one; in development none is the same for long. */
function hostFile(): string | undefined {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[defer][integrity]:not([data-chunk])')
  return [...scripts].at(-1)?.src
}

function storedTab({ live }: RegisteredRemote): StoredStart['tabs'][number] {
  // Files without hashes are those of a development server, and not the same for long.
  const isVerified = Object.keys(live.integrity).length > 0
  return { id: live.tab.id, reads: readsOf(live), files: isVerified ? initialFiles(live) : [] }
}
