import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useRemotes } from '../remotes'

const INTERVAL_MS = 60_000

/** Fetches the registry and a preview again every minute, on a change of tab, and when the page regains focus. */
export function useRegistryRefresh(): void {
  const { registry, preview } = useRemotes()
  const [params] = useSearchParams()
  const tab = params.get('tab')
  const lastTab = useRef(tab)

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

  useEffect(() => {
    if (tab === lastTab.current) return
    lastTab.current = tab
    registry.refetchUnlessFresh()
    preview.refetch()
  }, [tab, registry, preview])
}
