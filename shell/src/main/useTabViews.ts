import { sessionId } from '@canje/shared-auth/host'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { STEP } from '../history-layers'
import { MAX_FRAGMENT_LENGTH } from '../return-path'

/** Delay until the URL follows a change of a view, in milliseconds: browsers limit the rate of changes. */
const DELAY_MS = 300

/** The view of a tab. */
export interface View {
  /** Its parameters in the URL, without '#'. */
  params: string
  /** Counts the URLs that opened the tab with another view. */
  opening: number
}

/** The view of a tab that no URL has opened. */
export const INITIAL: View = { params: '', opening: 0 }

/** The views of the tabs, by tab id. */
type Views = Readonly<Record<string, View>>
export type TabViews = ReturnType<typeof useTabViews>

/**
 * Keeps the view of each tab (D24, view in the URL): that of the active tab is the fragment of the URL, the others are in memory.
 *
 * @param activeId the id of the active tab
 */
export function useTabViews(activeId: string) {
  const { search, hash, key } = useLocation()
  const navigate = useNavigate()
  const [views, setViews] = useState<Views>({})
  const [openedKey, setOpenedKey] = useState<string>()
  const params = views[activeId]?.params ?? ''

  // The router does not know of replaced fragments, so another key is another URL.
  if (openedKey !== key) {
    setOpenedKey(key)
    setViews(opened(views, activeId, hash))
  }

  const flush = useEffectEvent(() => {
    // During a navigation the URL may already be that of another tab.
    if (location.search === search) replaceFragment(fragmentOf(params))
  })
  useEffect(() => {
    // At once, so that the history entry names its session.
    if (openedKey !== undefined) flush()
  }, [openedKey])
  useEffect(() => {
    if (params === paramsOf(location.hash)) return
    const timer = setTimeout(() => flush(), DELAY_MS)
    return () => clearTimeout(timer)
  }, [params])
  useEffect(() => {
    const step = () => flush()
    window.addEventListener(STEP, step)
    return () => window.removeEventListener(STEP, step)
  }, [])

  const replaceWithCurrent = () => replaceFragment(fragmentOf(params))
  return {
    views,
    /** Stores the changed view of a tab; the page's URL follows if the tab is active, at once if it is pushed. */
    change(id: string, to: string, isPushed = false) {
      setViews((current) => ({ ...current, [id]: { ...(current[id] ?? INITIAL), params: to } }))
      // A tab in the background has no entry, and a long view no URL.
      if (!isPushed || id !== activeId || to === params || to !== fragmentOf(to)) return
      replaceWithCurrent()
      navigate({ search, hash: to })
    },
    /** Brings the page's URL up to date, before another tab becomes active. */
    flush: replaceWithCurrent,
  }
}

/** The views once a URL with this fragment has opened a tab, unless the tab shows that view already. */
function opened(views: Views, id: string, hash: string): Views {
  const { params, opening } = views[id] ?? INITIAL
  const requested = isOfEarlierSession() ? '' : paramsOf(hash)
  if (views[id] && requested === fragmentOf(params)) return views
  return { ...views, [id]: { params: requested, opening: opening + 1 } }
}

function paramsOf(hash: string): string {
  return fragmentOf(hash.slice(1))
}

/** A longer view, such as a search for thousands of codes, is in memory only. */
function fragmentOf(params: string): string {
  return params.length > MAX_FRAGMENT_LENGTH ? '' : params
}

/** Replaces the fragment of the page's URL without a navigation, and names the session of the history entry. */
export function replaceFragment(params: string): void {
  const { pathname, search } = location
  history.replaceState({ ...history.state, session: sessionId() }, '', `${pathname}${search}${params && `#${params}`}`)
}

/** True for a history entry of an earlier session: nobody sees another person's search by the back button (D29, session storage). */
function isOfEarlierSession(): boolean {
  const session: unknown = history.state?.session
  return session !== undefined && session !== sessionId()
}
