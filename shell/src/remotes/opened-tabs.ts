import * as v from 'valibot'

const STORAGE_KEY = 'canje.opened-tabs'
/** The most tabs whose code is fetched while the browser is idle. */
const MAX_TABS = 8

const TabIds = v.array(v.string())

/** The ids of the tabs that this browser has opened last, the latest first. */
export function openedTabs(): string[] {
  try {
    return v.parse(TabIds, JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')).slice(0, MAX_TABS)
  } catch {
    return []
  }
}

/** Records that a tab was opened. Without storage, nothing is prefetched. */
export function recordOpenedTab(id: string): void {
  const others = openedTabs().filter((other) => other !== id)
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([id, ...others].slice(0, MAX_TABS)))
  } catch (error) {
    console.warn('The opened tab could not be stored.', error)
  }
}
