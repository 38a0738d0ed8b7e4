import type { RegisteredRemote } from '@canje/registry'
import { mountedBuilds, type RemotesStore, releasesInPage, remotesInUse } from './store'
import type { Page } from './telemetry/collector'
import { reported } from './telemetry/telemetry'

/** Waits for the registry. @returns the remote whose tab the URL names (D18), or the first one */
export async function remoteOfUrl(store: RemotesStore): Promise<RegisteredRemote | undefined> {
  const { search } = location
  await store.until(({ registry }) => registry.status === 'ready')
  return remoteNamedBy(search, store)
}

function remoteNamedBy(search: string, store: RemotesStore): RegisteredRemote | undefined {
  const requested = new URLSearchParams(search).get('tab')
  const remotes = remotesInUse(store.getState())
  return remoteOfTab(remotes, requested) ?? remotes[0]
}

/** The remote whose tab a URL names, in any case and with marks around it. */
export function remoteOfTab(remotes: readonly RegisteredRemote[], id: string | null): RegisteredRemote | undefined {
  return remotes.find(({ live }) => live.tab.id.toLowerCase() === id?.toLowerCase().replace(/^\W+|\W+$/g, ''))
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
    tab: () => (location.pathname === '/main' ? remoteNamedBy(location.search, store)?.live.tab.id : undefined),
  }
}
