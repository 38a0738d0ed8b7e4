import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { rereadPreview } from '../remotes/preview'
import { useRegistry } from '../remotes/registry-store'
import { rereadUnlessFresh } from '../remotes/reread'

const INTERVAL_MS = 60_000

/** Asks the registry and a preview again when the user comes back, on a change of tab, and every minute. */
export function useRegistryRefresh(): void {
  const [params] = useSearchParams()
  const tab = params.get('tab')
  const lastTab = useRef(tab)

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

  useEffect(() => {
    if (tab === lastTab.current) return
    lastTab.current = tab
    rereadUnlessFresh()
    rereadPreview()
  }, [tab])
}

function reread(): void {
  if (document.hidden) return
  useRegistry.getState().reread()
  rereadPreview()
}
