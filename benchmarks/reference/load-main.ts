import type { Main } from 'shell/start'
import { TABS } from './tabs'

let main: Promise<Main> | undefined

/** Loads the main screen, and beside it the tab that the URL names, as lazy routes would. */
export function loadMain(): Promise<Main> {
  main ??= load()
  return main
}

async function load(): Promise<Main> {
  const requested = new URLSearchParams(location.search).get('tab')
  const tab = TABS.find(({ tab }) => tab.id === requested) ?? TABS[0]
  tab?.load().catch(() => undefined)
  const { MainScreen, startRemotes } = await import(/* webpackChunkName: 'tabs' */ './main-chunk')
  return { MainScreen, remotes: startRemotes() }
}
