import { type Authority, type RegisteredRemote, type Release, TAB_MODULE } from '@canje/registry'
import { isLoggedIn } from '@canje/shared-auth'
import { faultOf } from '@canje/shared-auth/fault'
import pTimeout from 'p-timeout'
import { isOfNetwork, type PartFault } from '../network-fault'
import { createAuthorityRefresh } from './authority'
import { recordOpenedTab } from './opened-tabs'
import { isCurrentAttempt, type Mount, type Outlet, tabOutlet } from './outlet'
import { listedOfPath } from './page'
import { createPrefetch } from './prefetch'
import { createPreview } from './preview'
import { mountBestRelease } from './releases/fallback'
import type { Loader } from './releases/loader'
import { ThrownByTab } from './releases/thrown-by-tab'
import { createSettings, misfitOf, type PageSettings } from './settings'
import { mayFill } from './slots'
import { createStates } from './states/states'
import {
  createRemotesStore,
  failureOf,
  mountsIn,
  outletOf,
  type RemotesState,
  remoteNamed,
  usableReleases,
} from './store'
import type { TelemetryEvent, Thrown } from './telemetry/event'
import { createTelemetry, reported } from './telemetry/telemetry'

/** How long a tab or slot that opens waits for the newest state of its remote, which may name a newer release. */
const OPENING_MS = 300

/** A state of this age at the guard is still fresh when its tab opens, so that the tab does not wait for it. */
const ENTRY_MS = 500

/** A page that is older has a configuration that an open main screen would have fetched again. */
const STALE_MS = 60_000

/** The remotes of a page. */
export type Remotes = ReturnType<typeof createRemotes>

interface RemotesOptions {
  /** Absolute base URL of the release store. */
  storeUrl: string
  /** That of `/config.json`. */
  authority: Authority
  /** Absolute URL of the event collector; without one, events go to the console. */
  reportUrl?: string | undefined
  /** Origins from which builds may be previewed. */
  previewOrigins?: readonly string[] | undefined
  /** URLs of the services, whose hosts events may name. */
  serviceUrls?: readonly string[]
  createLoader: (settings: PageSettings) => Loader
}

/** Creates the remotes of a page, and fetches the preview. */
export function createRemotes(options: RemotesOptions) {
  const { storeUrl, authority, reportUrl, previewOrigins, serviceUrls, createLoader } = options
  const store = createRemotesStore(authority)
  const report = createTelemetry(reportUrl, store, serviceUrls)
  const states = createStates(store, storeUrl, report)
  const refreshAuthority = createAuthorityRefresh(store, report, states.verifyAgain)
  const preview = createPreview(store, states, previewOrigins)
  const settings = createSettings(store)
  const loader = createLoader(settings)
  const prefetch = createPrefetch(store, loader, states)
  const stateOf = (outlet: Outlet) => outletOf(store.getState(), outlet)
  let attempts = 0

  async function open(outlet: Outlet, newest: Promise<RegisteredRemote | undefined>): Promise<void> {
    attempts += 1
    const attempt = attempts
    store.dispatch({ type: 'open', outlet, attempt })
    const wasKnown = remoteNamed(store.getState(), outlet.remote) !== undefined
    if (isTab(outlet) && wasKnown) prefetch.prefetchData(outlet.remote)
    // In parallel with the state.
    settings.of(outlet.remote)
    const current = await newest
    if (isTab(outlet) && !wasKnown) prefetch.prefetchData(outlet.remote)
    if (!isTab(outlet) && !mayFill(store.getState(), outlet.remote, outlet.module))
      return store.dispatch({ type: 'close', outlet })
    if (!current) return store.dispatch({ type: 'exhausted', outlet, attempt, fault: absenceOf(outlet) })
    try {
      const release = await mountBestRelease({ store, loader }, outlet, current, attempt)
      const failure = failureOf(store.getState(), outlet, current.live)
      if (failure && !isOfNetwork(faultOf(failure.error))) {
        const reason = failure.error.message
        const type = { type: 'fallback', ...misfitOf(failure.error) } as const
        reportFailure(outlet, current.live, { ...type, to: reported(release), reason })
      }
      prefetch.prefetchOnIdle()
    } catch (error) {
      // An outlet that was closed during the attempt has not failed.
      if (!isCurrentAttempt(stateOf(outlet), attempt)) return
      const fault = faultOf(error)
      store.dispatch({ type: 'exhausted', outlet, attempt, fault })
      console.error(error)
      const event = { type: failedType(outlet), reason: String(error), ...misfitOf(error) } as const
      if (!isOfNetwork(fault)) reportFailure(outlet, current.live, event, { error })
    }
  }

  /** Why a remote has no release to open. */
  function absenceOf({ remote }: Outlet): PartFault {
    const known = store.getState().states[remote]
    return known?.status === 'failed' ? known.fault : { kind: 'not-available' }
  }

  /** The remote of the tab that a path names, once the preview is known. */
  async function nameAt(path: string | undefined): Promise<string | undefined> {
    await preview.started
    return listedOfPath(store, path)?.name
  }

  function reportFailure(outlet: Outlet, release: Release, event: TelemetryEvent, thrown?: Thrown): void {
    const slot = isTab(outlet) ? undefined : outlet.module.slice('./'.length)
    report({ ...event, remote: outlet.remote, slot, from: reported(release) }, thrown)
  }

  /** The remote as its state and preview name it after their requests; once it is known, after {@link OPENING_MS} at the latest. */
  async function newestOf(
    { remote }: Outlet,
    refetching: Promise<void> | undefined,
  ): Promise<RegisteredRemote | undefined> {
    const isKnown = (state: RemotesState) => remoteNamed(state, remote) !== undefined
    const newest = Promise.all([refetching, preview.refetch()])
    if (isKnown(store.getState())) await pTimeout(newest, { milliseconds: OPENING_MS, message: false })
    else await store.until(isKnown, newest)
    return remoteNamed(store.getState(), remote)
  }

  /** {@link newestOf}, without its failures in an outlet when no release is left. */
  async function newestAgain(outlet: Outlet): Promise<RegisteredRemote | undefined> {
    const newest = await newestOf(outlet, states.refetch(outlet.remote))
    if (newest && usableReleases(store.getState(), newest, outlet).length === 0)
      store.dispatch({ type: 'clear-failures', outlet })
    return newest
  }

  return {
    store,
    states,
    settings,
    preview,
    prefetch,
    /** Fetches `/config.json`, the states of the open tab and of mounted slots, and a preview again. */
    refresh: () => {
      refreshAuthority()
      const slots = mountsIn(store.getState()).filter(({ outlet }) => !isTab(outlet))
      for (const shown of [listedOfPath(store), ...slots.map(({ remote }) => remote)])
        if (shown) states.refetch(shown.name)
      preview.refetch()
    },
    /** Fetches the state of a remote and a preview again, and opens an outlet, unless a working release stays mounted or no release is left. */
    activate: (outlet: Outlet) => {
      if (isTab(outlet)) recordOpenedTab(outlet.remote)
      const newest = newestOf(outlet, states.refetchUnlessFresh(outlet.remote))
      if (needsOpening(store.getState(), outlet)) open(outlet, newest)
    },
    /** Opens an outlet again with the remaining releases, or with all releases when none remains. */
    retry: (outlet: Outlet) => {
      open(outlet, newestAgain(outlet))
    },
    /** Records that a release threw while rendering. */
    threw: (mount: Mount, error: unknown, componentStack?: string) => {
      const { outlet, release } = mount
      const before = stateOf(outlet)
      const wasMounted = before.status === 'mounted' && before.mount === mount
      store.dispatch({ type: 'threw', mount, error: new ThrownByTab(error) })
      if (wasMounted) console.error(error)
      const type = wasMounted ? failedType(outlet) : 'exception'
      reportFailure(outlet, release, { type, reason: String(error) }, { error, componentStack })
    },
    /** Loads code and prefetches data of a remote's tab that is pressed. */
    prefetchPressed: (name: string) => {
      // Data first: with the preflight of another origin it takes a tab longest.
      if (stateOf(tabOutlet(name)).status !== 'mounted') prefetch.prefetchData(name)
      prefetch.loadCode(name)
    },
    /**
     * Prefetches the code of the tab that opens, and with a session its data. Runs none: the guard may reject the session.
     *
     * @param path that names the tab; by default that of the page, or the one that a sign-in opens
     */
    prefetchEntry: async (path?: string) => {
      const name = await nameAt(path)
      if (name === undefined) return
      states.refetchUnlessFresh(name, ENTRY_MS)
      settings.of(name)
      await states.need(name)
      prefetch.prefetchData(name)
      await prefetch.prefetchCode(name)
    },
    /**
     * Once the guard has passed: loads the code of the tab that a path names, in parallel with rendering the main screen, and
     * fetches an old `/config.json` again.
     */
    enter: async (path?: string) => {
      if (performance.now() > STALE_MS) refreshAuthority()
      const name = await nameAt(path)
      if (name === undefined) return
      await states.need(name)
      if (isLoggedIn()) await prefetch.loadCode(name)
    },
  }
}

/** How an event names that an outlet shows no release. */
function failedType(outlet: Outlet) {
  return isTab(outlet) ? 'tab-failed' : 'extension-failed'
}

function isTab({ module }: Outlet): boolean {
  return module === TAB_MODULE
}

/**
 * Whether an outlet that becomes active must be opened. A mounted fallback stays until another release is live, because
 * reopening it would lose its state.
 */
function needsOpening(state: RemotesState, outlet: Outlet): boolean {
  const current = outletOf(state, outlet)
  if (current.status === 'idle') return true
  const remote = remoteNamed(state, outlet.remote)
  if (!remote) return current.status === 'failed' || state.states[outlet.remote]?.status === 'ready'
  const [best] = usableReleases(state, remote, outlet)
  if (!best || current.status === 'failed') return best !== undefined
  if (current.status !== 'mounted') return false
  const { mount } = current
  return remote.live.build !== mount.remote.live.build && best.build !== mount.release.build
}
