import * as v from 'valibot'
import { keep, readKept } from './local-storage'

const STORAGE_KEY = 'canje.opened-tabs'
/** The most tabs whose code is fetched while the browser is idle. */
const MAX_TABS = 8

const TabIds = v.array(v.string())

/** The ids of the tabs that this browser has opened last, the latest first. */
export function openedTabs(): string[] {
  return (readKept(STORAGE_KEY, TabIds) ?? []).slice(0, MAX_TABS)
}

/** Records that a tab was opened. Without storage, nothing is prefetched. */
export function recordOpenedTab(id: string): void {
  const others = openedTabs().filter((other) => other !== id)
  keep(STORAGE_KEY, [id, ...others].slice(0, MAX_TABS))
}
