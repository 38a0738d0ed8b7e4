import { useEffect } from 'react'
import { useRemotes } from '../remotes'

const INTERVAL_MS = 60_000

/** Fetches the registry and a preview again every minute, and when the page regains focus; a tab that is activated does so too. */
export function useRegistryRefresh(): void {
  const { registry, preview } = useRemotes()

  useEffect(() => {
    const refetch = () => {
      if (document.hidden) return
      registry.refetch()
      preview.refetch()
    }
    const timer = setInterval(refetch, INTERVAL_MS)
    window.addEventListener('focus', refetch)
    document.addEventListener('visibilitychange', refetch)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', refetch)
      document.removeEventListener('visibilitychange', refetch)
    }
  }, [registry, preview])
}
