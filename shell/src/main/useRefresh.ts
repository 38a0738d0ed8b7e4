import { useEffect } from 'react'
import { useRemotes } from '../remotes'
import { followClock } from './clock'

const INTERVAL_MS = 60_000

/** Refreshes the remotes every minute, and when the page becomes active again. */
export function useRefresh(): void {
  const remotes = useRemotes()

  useEffect(() => {
    const refresh = () => {
      if (!document.hidden) remotes.refresh()
    }
    return followClock(INTERVAL_MS, refresh)
  }, [remotes])
}
