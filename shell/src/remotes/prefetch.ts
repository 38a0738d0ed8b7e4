import { fileUrl, type RegisteredRemote, type Release, TAB_MODULE } from '@canje/registry'
import { isLoggedIn } from '@canje/shared-auth'
import { prefetchRead, type Read } from '@canje/shared-auth/host'
import { fetchFile } from '../fetch-file'
import { openedTabs } from './opened-tabs'
import { tabOutlet } from './outlet'
import { fetchInitialFiles } from './releases/initial-files'
import type { Loader } from './releases/loader'
import type { States } from './states/states'
import { type RemotesStore, remoteNamed, usableReleases } from './store'

/** Performance mark set after the code of these tabs and all parts were fetched. Monitoring and browser tests wait for it. */
const DONE = 'tabs-loaded'

/** Delay in browsers without `requestIdleCallback`. */
const PAUSE_MS = 200

/** Loads the styles of PrimeReact's components that only the code of a tab renders. */
const loadOtherComponents = () => import(/* webpackChunkName: 'styles' */ '@canje/shared-ui/other-components.css')

/** Creates the prefetch of code and data of tabs. */
export function createPrefetch(store: RemotesStore, loader: Loader, states: Pick<States, 'need'>) {
  let hasStarted = false
  const fetched = new Set<string>()

  function bestOf(name: string): Release | undefined {
    const remote = remoteNamed(store.getState(), name)
    return remote && usableReleases(store.getState(), remote, tabOutlet(name))[0]
  }

  /** Fetches the code of a remote's tab that may open soon, once per build, and runs none of it (D34, tab styles). */
  async function prefetchCode(name: string): Promise<void> {
    if (!remoteNamed(store.getState(), name)) await states.need(name)
    const best = bestOf(name)
    if (!best || fetched.has(best.entry)) return
    fetched.add(best.entry)
    await fetchInitialFiles(best, TAB_MODULE).catch(() => fetched.delete(best.entry))
  }

  /** Loads and runs the code of a tab that opens. After a failure, its panel loads it again. */
  async function loadCode(name: string): Promise<void> {
    const best = bestOf(name)
    if (!best) return
    fetched.add(best.entry)
    await loader.load(tabOutlet(name), best).catch(() => undefined)
  }

  /** Sends the requests that a tab makes when it opens, in parallel with loading its code. */
  function prefetchData(name: string): void {
    const best = bestOf(name)
    if (!best || !isLoggedIn()) return
    for (const read of readsOf(best)) prefetchRead(...read)
  }

  /**
   * Loads the styles of components, on each call until they have arrived. Once per page, it also fetches the code of the tabs
   * that this browser has opened last and what they load on demand, one at a time while nothing in the page is busy.
   */
  async function prefetchOnIdle(): Promise<void> {
    // The tab that opens may render them while it is busy.
    const styles = loadOtherComponents().catch(() => undefined)
    if (hasStarted) return
    hasStarted = true
    const tried = new Set<string>()
    for (;;) {
      await idle()
      // Listed each time, because a preview may begin or end.
      const next = listed().find(({ key }) => !tried.has(key))
      if (!next) break
      tried.add(next.key)
      await next.fetch()
    }
    await styles
    performance.mark(DONE)
  }

  function listed(): { key: string; fetch: () => Promise<unknown> }[] {
    const { menu } = store.getState()
    const names = openedTabs().filter((opened) => menu.some(({ name }) => name === opened))
    const remotes = names.flatMap((name) => remoteNamed(store.getState(), name) ?? [])
    return [
      ...names.map((name) => ({ key: name, fetch: () => prefetchCode(name) })),
      ...partUrls(remotes).map((url) => ({ key: url, fetch: () => fetchFile(url).catch(() => undefined) })),
    ]
  }

  return { prefetchCode, loadCode, prefetchData, prefetchOnIdle }
}

/** The requests that a tab sends when it opens, from its release manifest. */
function readsOf({ prefetch = [], prefetchByPost = [] }: Release): Read[] {
  const gets = prefetch.map((path): Read => ['GET', path])
  return [...gets, ...prefetchByPost.map((path): Read => ['POST', path])]
}

/** URLs of what the shell and these live releases load on demand: parts of tabs, and the modules of slots. */
function partUrls(remotes: readonly RegisteredRemote[]): string[] {
  // The build writes those of the shell into its pages.
  const own = document.querySelector<HTMLMetaElement>('meta[name=parts]')?.content.split(' ') ?? []
  return [...own.filter(Boolean), ...remotes.flatMap(({ live }) => partsOf(live).map((path) => fileUrl(live, path)))]
}

function partsOf({ parts = [], extensions = [] }: Release): string[] {
  return [...parts, ...extensions.flatMap(({ preload, parts = [] }) => [...preload, ...parts])]
}

/** Busy parts of the page. Elements of others, such as a browser extension's, may be busy for ever. */
const BUSY = ['#root', '.tab-overlays'].map((part) => `${part} [aria-busy=true]`).join()

async function idle(): Promise<void> {
  do await new Promise<unknown>(whenIdle)
  while (document.querySelector(BUSY))
}

function whenIdle(run: (value?: unknown) => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, PAUSE_MS)
}
