import type { Main } from 'shell/start'
import { TABS } from './tabs'

let main: Promise<Main> | undefined

/** Loads the main screen and the tab that the URL names in parallel, as lazy routes do. */
export function loadMain(): Promise<Main> {
  main ??= load()
  return main
}

async function load(): Promise<Main> {
  const requested = new URLSearchParams(location.search).get('tab')
  const tab = TABS.find(({ tab }) => tab.id === requested) ?? TABS[0]
  tab?.load().catch(() => undefined)
  const { MainScreen, startRemotes, openDocument } = await import(/* webpackChunkName: 'tabs' */ './main-chunk')
  return { MainScreen, remotes: startRemotes(), openDocument }
}
