import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { sessionId } from 'shared-auth/host'

/** Delay until the URL follows a change of a view, in milliseconds: browsers limit the rate of changes. */
const DELAY_MS = 300
/** Longer fragments are ignored: nobody has typed them. */
const MAX_LENGTH = 20_000

/** Views by tab id, as the parameters of URLs. */
type Views = Readonly<Record<string, string>>

/** The views of the tabs. */
export interface TabViews {
  /** The views that staff opened by a URL. A change by the tab itself does not come back to it. */
  opened: Views
  /** The views as they are now. */
  current: Views
  /** Stores the changed view of a tab; the page's URL follows if the tab is active. */
  change: (id: string, params: string) => void
  /** Brings the page's URL up to date, before another tab becomes active. */
  flush: () => void
}

/**
 * Keeps the view of each tab (D24): that of the active tab is the fragment of the URL, the others are in memory.
 *
 * @param activeId the id of the active tab
 */
export function useTabViews(activeId: string): TabViews {
  const { hash, key } = useLocation()
  const [opened, setOpened] = useState<Views>({})
  const [openedKey, setOpenedKey] = useState<string>()
  const [current, setCurrent] = useState<Views>({})
  const params = current[activeId] ?? ''

  // The router does not know of the changes below, so another key is another URL.
  if (openedKey !== key) {
    const opening = isOfEarlierSession() ? '' : paramsOf(hash)
    setOpenedKey(key)
    setOpened({ ...opened, [activeId]: opening })
    setCurrent({ ...current, [activeId]: opening })
  }

  const onEntry = useEffectEvent((entry: string | undefined) => {
    if (entry !== undefined) replaceFragment(params)
  })
  // At once, so that the history entry names its session.
  useEffect(() => onEntry(openedKey), [openedKey])
  useEffect(() => {
    const timer = setTimeout(() => replaceFragment(params), DELAY_MS)
    return () => clearTimeout(timer)
  }, [params])

  return {
    opened,
    current,
    change: (id, changed) => setCurrent((views) => ({ ...views, [id]: changed })),
    flush: () => replaceFragment(params),
  }
}

function paramsOf(hash: string): string {
  return hash.length > MAX_LENGTH ? '' : hash.slice(1)
}

/** Replaces the fragment of the page's URL without a navigation, and names the session of the history entry. */
export function replaceFragment(params: string): void {
  const { pathname, search } = location
  history.replaceState({ ...history.state, session: sessionId() }, '', `${pathname}${search}${params && `#${params}`}`)
}

/** True for a history entry of an earlier session: nobody sees another person's search by the back button (D29). */
function isOfEarlierSession(): boolean {
  const session: unknown = history.state?.session
  return session !== undefined && session !== sessionId()
}
