import { useEffect } from 'react'
import { useRemotes } from '../remotes'

const INTERVAL_MS = 60_000

/** Refreshes the remotes every minute, and when the page regains focus. */
export function useRefresh(): void {
  const remotes = useRemotes()

  useEffect(() => {
    const refresh = () => {
      if (!document.hidden) remotes.refresh()
    }
    const timer = setInterval(refresh, INTERVAL_MS)
    window.addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [remotes])
}
