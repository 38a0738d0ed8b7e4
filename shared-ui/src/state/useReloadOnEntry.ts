import { useEffect, useEffectEvent } from 'react'
import { useTabView } from './TabRoot'

/**
 * Reloads old rows when staff enter the tab (D25).
 *
 * @param maxAgeMs age of the rows in milliseconds; undefined to never reload
 */
export function useReloadOnEntry(maxAgeMs: number | undefined, loadedAt: Date | undefined, reload: () => void): void {
  const isActive = useTabView()?.isActive ?? true
  const onEntry = useEffectEvent(() => {
    if (maxAgeMs !== undefined && loadedAt && Date.now() - loadedAt.getTime() > maxAgeMs) reload()
  })

  useEffect(() => {
    if (isActive) onEntry()
  }, [isActive])
}
