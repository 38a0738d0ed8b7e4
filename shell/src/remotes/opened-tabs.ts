import * as v from 'valibot'
import { keep, readKept } from './local-storage'

const STORAGE_KEY = 'canje.opened-tabs'
/** The most tabs whose code is fetched while the browser is idle. */
const MAX_TABS = 8

const Names = v.array(v.string())

/** The remotes whose tabs this browser has opened last, the latest first. */
export function openedTabs(): string[] {
  return (readKept(STORAGE_KEY, Names) ?? []).slice(0, MAX_TABS)
}

/** Records that the tab of a remote was opened. Without storage, nothing is prefetched. */
export function recordOpenedTab(name: string): void {
  const others = openedTabs().filter((other) => other !== name)
  keep(STORAGE_KEY, [name, ...others].slice(0, MAX_TABS))
}
