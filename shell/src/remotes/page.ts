import type { ListedRemote } from '@canje/registry'
import { isSameTab } from '../tab-of-url'
import { mountedBuilds, type RemotesStore, releasesInPage } from './store'
import type { Page } from './telemetry/collector'
import { reported } from './telemetry/telemetry'

/** The remote whose tab the URL names (D18), or the first one of the menu. */
export function listedOfUrl(store: RemotesStore): ListedRemote | undefined {
  const { menu } = store.getState()
  return listedByTab(menu, new URLSearchParams(location.search).get('tab')) ?? menu[0]
}

/** The remote whose tab a URL names, in any case and with marks around it. */
export function listedByTab(menu: readonly ListedRemote[], id: string | null): ListedRemote | undefined {
  return menu.find(({ tab }) => isSameTab(tab.id, id))
}

/** What events say about the page. */
export function pageOf(store: RemotesStore, serviceUrls: readonly string[]): Page {
  return {
    serviceUrls,
    builds: () => mountedBuilds(store.getState()),
    releases: () =>
      releasesInPage(store.getState()).map(({ name, release }) => ({
        name,
        ...reported(release),
        folder: new URL('.', release.entry).href,
        files: [release.entry, ...Object.keys(release.integrity)],
      })),
    tab: () => (location.pathname === '/main' ? listedOfUrl(store)?.tab.id : undefined),
  }
}
