import type { ListedRemote, RegisteredRemote } from '@canje/registry'
import { mountedBuilds, type RemotesStore, releasesInPage, remoteNamed } from './store'
import type { Page } from './telemetry/collector'
import { reported } from './telemetry/telemetry'

/** Waits for the registry. @returns the remote whose tab the URL names (D18), or the first one */
export async function remoteOfUrl(store: RemotesStore): Promise<RegisteredRemote | undefined> {
  const { search } = location
  await store.until(({ registry }) => registry.status === 'ready')
  const listed = listedIn(search, store)
  return listed && remoteNamed(store.getState(), listed.name)
}

function listedIn(search: string, store: RemotesStore): ListedRemote | undefined {
  const { menu } = store.getState()
  return listedByTab(menu, new URLSearchParams(search).get('tab')) ?? menu[0]
}

/** The remote whose tab a URL names, in any case and with marks around it. */
export function listedByTab(menu: readonly ListedRemote[], id: string | null): ListedRemote | undefined {
  return menu.find(({ tab }) => tab.id.toLowerCase() === id?.toLowerCase().replace(/^\W+|\W+$/g, ''))
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
    tab: () => (location.pathname === '/main' ? listedIn(location.search, store)?.tab.id : undefined),
  }
}
