import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Delay until the URL follows a change of a view, in milliseconds: browsers limit the rate of changes. */
const DELAY_MS = 300
/** Longer fragments are ignored: nobody has typed them. */
const MAX_LENGTH = 20_000

/** The views of the tabs, as the parameters of URLs. */
export interface TabViews {
  /** The views that staff opened by a URL. A change by the tab itself does not come back to it. */
  opened: Readonly<Record<string, string>>
  /** Stores the changed view of a tab; the page's URL follows if the tab is active. */
  change: (id: string, params: string) => void
  /** Returns the current view of a tab, for a URL that opens it, and brings the page's URL up to date. */
  leaveFor: (id: string) => string
}

/**
 * Keeps the view of each tab (D24): that of the active tab is the fragment of the URL, the others are in memory.
 *
 * @param activeId the id of the active tab
 */
export function useTabViews(activeId: string): TabViews {
  const { hash, key } = useLocation()
  const [opened, setOpened] = useState<TabViews['opened']>({})
  const [openedKey, setOpenedKey] = useState<string>()
  const current = useRef<Record<string, string>>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The router does not know of the changes below, so another key is another URL.
  if (openedKey !== key) {
    setOpenedKey(key)
    setOpened({ ...opened, [activeId]: paramsOf(hash) })
  }
  useEffect(() => {
    current.current[activeId] = opened[activeId] ?? ''
  }, [activeId, opened])
  useEffect(() => () => clearTimeout(timer.current), [])

  const [views] = useState(() => ({
    change(id: string, params: string, isActive: boolean) {
      current.current[id] = params
      if (!isActive) return
      clearTimeout(timer.current)
      timer.current = setTimeout(() => replaceFragment(params), DELAY_MS)
    },
    leave(from: string) {
      clearTimeout(timer.current)
      replaceFragment(current.current[from] ?? '')
    },
  }))

  return {
    opened,
    change: (id, params) => views.change(id, params, id === activeId),
    leaveFor: (id) => {
      views.leave(activeId)
      return current.current[id] ?? ''
    },
  }
}

function paramsOf(hash: string): string {
  return hash.length > MAX_LENGTH ? '' : hash.slice(1)
}

/** Replaces the fragment of the page's URL without a navigation. */
export function replaceFragment(params: string): void {
  const { pathname, search } = location
  history.replaceState(history.state, '', `${pathname}${search}${params && `#${params}`}`)
}
