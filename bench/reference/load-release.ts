import type { TabModule } from 'shared-auth'
import { TABS } from './tabs'

/** The bundle has its tabs: loading one is loading its chunk. */
export async function loadRelease(remote: string): Promise<TabModule> {
  const tab = TABS.find(({ name }) => name === remote)
  if (!tab) throw new Error(`The bundle has no ${remote}.`)
  return tab.load()
}

export const dropRelease = () => undefined
export const dropReplaced = () => undefined
