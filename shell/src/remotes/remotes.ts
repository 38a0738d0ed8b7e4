import pTimeout from 'p-timeout'
import type { RegisteredRemote } from 'registry'
import { createPrefetch, type Prefetch } from './prefetch'
import { createPreview, type PreviewControl } from './preview'
import { createRegistryClient, type RegistryClient } from './registry/client'
import type { RegistrySource } from './registry/verify'
import { reasonsAgainst, showBestRelease } from './releases/fallback'
import type { Loader } from './releases/loader'
import {
  candidatesOf,
  createRemotesStore,
  isOpening,
  type Mount,
  mountsOf,
  type RemotesState,
  type RemotesStore,
  remotesInUse,
  shownBuilds,
  type TabState,
  tabOf,
} from './store'
import { createTelemetry, reported } from './telemetry'

/** How long a tab that opens waits for the registry: it may name a newer release by now. */
const OPENING_MS = 300

/** How long Reintentar waits: the release that failed may have been replaced. */
const RETRY_MS = 1000

/** The remotes of a page. */
export interface Remotes {
  store: RemotesStore
  registry: RegistryClient
  preview: PreviewControl
  prefetch: Prefetch
  /** Opens the tab of a remote, unless it shows its best release, or failed without another one left. */
  activate(remote: RegisteredRemote): void
  /** Opens a tab again with the releases that are left; when none is, all of them get another chance. */
  retry(remote: RegisteredRemote): void
  /** The first render of a release is done, its effects too. */
  mounted(mount: Mount): void
  /** A release threw while it rendered. */
  threw(mount: Mount, error: unknown): void
  /** The tab of a remote is gone from the page. */
  close(remote: string): void
  /** Begins to fetch code and data of a tab that is pressed. */
  prefetchPressed(remote: RegisteredRemote): void
  /** Loads the code of the tab that the URL names. */
  prefetchEntryCode(): Promise<void>
  /** Makes the calls of the tab that the URL names, and asks for a newer release. */
  prefetchEntryData(): Promise<void>
  /** A session has entered `/main`. */
  enter(session: string | null): void
}

interface RemotesOptions {
  source: RegistrySource
  /** The body of the registry's first response, requested already. */
  firstResponse?: Promise<string>
  /** Absolute URL of the collector of events; without one, they go to the console. */
  reportUrl?: string | undefined
  /** The only origins that builds may be previewed from. */
  previewOrigins: readonly string[]
  loader: Loader
}

/** Begins to fetch the registry and the preview. */
export function createRemotes({ source, firstResponse, reportUrl, previewOrigins, loader }: RemotesOptions): Remotes {
  const store = createRemotesStore()
  const report = createTelemetry({
    url: reportUrl,
    builds: () => shownBuilds(store.getState()),
    isPreviewing: () => store.getState().preview.status === 'on',
  })
  const registry = createRegistryClient({ store, source, firstResponse, report })
  const preview = createPreview({ store, loader, origins: previewOrigins })
  const prefetch = createPrefetch({ store, loader })
  const tabIn = (remote: RegisteredRemote) => tabOf(store.getState(), remote.name)
  let openings = 0
  /** The tab that `/main` is entered with, and the request made for it. */
  let entry: { remote: string; refetching: Promise<void> | undefined } | undefined

  async function open(remote: RegisteredRemote, newest: Promise<RegisteredRemote>): Promise<void> {
    openings += 1
    const opening = openings
    store.dispatch({ type: 'open', remote: remote.name, opening })
    prefetch.prefetchData(remote)
    const current = await newest
    try {
      const release = await showBestRelease({ store, loader }, current, opening)
      loader.unloadReplaced(current, release)
      if (release !== current.live) {
        const reason = reasonsAgainst(store, current, release)
        const { name, live } = current
        report({ type: 'fallback', remote: name, from: reported(live), to: reported(release), reason })
      }
      prefetch.prefetchOnIdle()
    } catch (error) {
      // A tab that was closed meanwhile has not failed.
      const tab = tabIn(remote)
      if (!isOpening(tab, opening)) return
      store.dispatch({ type: 'exhausted', remote: remote.name, opening })
      reportFailure(current, current.live, error)
    }
  }

  function reportFailure({ name }: RegisteredRemote, release: Mount['release'], error: unknown): void {
    console.error(error)
    report({ type: 'tab-failed', remote: name, from: reported(release), reason: String(error) })
  }

  /** The remote as registry and preview name it within a time limit; as it was given, when they name it no more. */
  async function newestOf(remote: RegisteredRemote, refetching: Promise<void> | undefined, limit: number) {
    const newest = Promise.all([refetching, preview.refetch()])
    await pTimeout(newest, { milliseconds: limit, message: false }).catch(() => undefined)
    return remotesInUse(store.getState()).find(({ name }) => name === remote.name) ?? remote
  }

  return {
    store,
    registry,
    preview,
    prefetch,
    activate: (remote) => {
      if (!needsOpening(store.getState(), remote)) return
      const refetching = entry?.remote === remote.name ? entry.refetching : registry.refetchUnlessFresh()
      entry = undefined
      open(remote, newestOf(remote, refetching, OPENING_MS))
    },
    retry: (remote) => {
      if (candidatesOf(store.getState(), remote).length === 0) store.dispatch({ type: 'forgive', remote })
      open(remote, newestOf(remote, registry.refetch(), RETRY_MS))
    },
    mounted: (mount) => store.dispatch({ type: 'mounted', mount }),
    threw: (mount, error) => {
      const tab = tabIn(mount.remote)
      const wasShown = tab.status === 'shown' && mountsOf(tab).includes(mount)
      store.dispatch({ type: 'threw', mount, reason: error instanceof Error ? error.message : String(error) })
      if (wasShown) reportFailure(mount.remote, mount.release, error)
    },
    close: (remote) => store.dispatch({ type: 'close', remote }),
    prefetchPressed: (remote) => {
      // The calls go first: with the preflight of another origin they are what a tab waits for longest.
      if (tabIn(remote).status !== 'shown') prefetch.prefetchData(remote)
      prefetch.prefetchCode(remote)
    },
    prefetchEntryCode: async () => {
      await preview.started
      const remote = await remoteOfUrl(store)
      if (remote) await prefetch.prefetchCode(remote)
    },
    prefetchEntryData: async () => {
      const remote = await remoteOfUrl(store)
      // The guard asks again for a page that comes back.
      if (!remote || tabIn(remote).status === 'shown') return
      prefetch.prefetchData(remote)
      entry = { remote: remote.name, refetching: registry.refetchUnlessFresh() }
    },
    enter: (session) => {
      registry.retryUnlessFresh()
      preview.keepFor(session)
    },
  }
}

/**
 * Whether a tab that becomes active has to be opened. A fallback that is shown stays until another release is live:
 * opening the tab again would lose its state.
 */
function needsOpening(state: RemotesState, remote: RegisteredRemote): boolean {
  const tab: TabState = tabOf(state, remote.name)
  const [best] = candidatesOf(state, remote)
  switch (tab.status) {
    case 'idle':
      return true
    case 'failed':
      return best !== undefined
    case 'shown':
      return (
        best !== undefined &&
        remote.live.build !== tab.mount.remote.live.build &&
        best.build !== tab.mount.release.build
      )
    default:
      return false
  }
}

/** The remote whose tab the URL names (D18), once the registry is known. */
async function remoteOfUrl(store: RemotesStore): Promise<RegisteredRemote | undefined> {
  const requested = new URLSearchParams(location.search).get('tab')
  await registryReady(store)
  const remotes = remotesInUse(store.getState())
  return remotes.find(({ live }) => live.tab.id === requested) ?? remotes[0]
}

function registryReady({ getState, subscribe }: RemotesStore): Promise<void> {
  return new Promise((resolve) => {
    if (getState().registry.status === 'ready') return resolve()
    const unsubscribe = subscribe(({ registry }) => {
      if (registry.status !== 'ready') return
      unsubscribe()
      resolve()
    })
  })
}
