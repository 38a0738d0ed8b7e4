import { TABS } from './tabs'

/**
 * The bundle has its tabs: in place of asking which there are, it begins to load the one that the address names, as lazy
 * routes would, beside the code of the main screen.
 */
export async function fetchRegistry(): Promise<string> {
  const asked = new URLSearchParams(location.search).get('tab')
  const tab = TABS.find(({ tab }) => tab.id === asked) ?? TABS[0]
  tab?.load().catch(() => undefined)
  return ''
}
