import { useEffect } from 'react'
import { rereadPreview } from '../remotes/preview'
import { useRegistry } from '../remotes/registry-store'

const INTERVAL_MS = 60_000

/** Asks the registry and a preview again when the user comes back, and every minute. */
export function useRegistryRefresh(): void {
  useEffect(() => {
    const timer = setInterval(reread, INTERVAL_MS)
    window.addEventListener('focus', reread)
    document.addEventListener('visibilitychange', reread)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', reread)
      document.removeEventListener('visibilitychange', reread)
    }
  }, [])
}

function reread(): void {
  if (document.hidden) return
  useRegistry.getState().reread()
  rereadPreview()
}
