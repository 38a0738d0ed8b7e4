import { useEffect } from 'react'
import type { RegisteredRemote } from 'registry'
import { serviceAddresses, useSessionId } from 'shared-auth/host'
import { forgetStart, type StoredStart, storeStart } from '../early-start/stored-start'
import { firstFilesOf } from '../remotes/first-files'
import { readsOf } from '../remotes/open-early'
import { remotesInUse, usePreview } from '../remotes/preview'
import { useRegistry } from '../remotes/registry-store'
import { registryAddress } from '../remotes/start-registry'

/** Leaves to the next page of this session what this one knows of its configuration and tabs, and forgets it at sign-out. */
export function useStoredStart(): void {
  const registry = useRegistry()
  const preview = usePreview()
  const session = useSessionId()
  useEffect(() => {
    if (session === null) forgetStart()
    else if (registry.status === 'ready' && preview.status !== 'loading') {
      const addresses = { ...serviceAddresses(), registryUrl: registryAddress() }
      storeStart({ session, ...addresses, hostFile: hostFile(), tabs: remotesInUse().map(storedTab) })
    }
  }, [registry, preview, session])
}

/** The last that every page loads, a short one; in development none is the same for long. */
function hostFile(): string | undefined {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[defer][integrity]:not([data-chunk])')
  return [...scripts].at(-1)?.src
}

function storedTab({ live }: RegisteredRemote): StoredStart['tabs'][number] {
  // Files without hashes are those of a development server, and not the same for long.
  const isVerified = Object.keys(live.integrity).length > 0
  return { id: live.tab.id, reads: readsOf(live), files: isVerified ? firstFilesOf(live) : [] }
}
