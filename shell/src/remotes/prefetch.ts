import type { RegisteredRemote, Release } from '@canje/registry'
import { isLoggedIn } from '@canje/shared-auth'
import { prefetchRead, type Read } from '@canje/shared-auth/host'
import type { Loader } from './releases/loader'
import { candidatesOf, type RemotesStore, remotesInUse } from './store'

/** Performance mark set after every tab's code was requested. Monitoring and browser tests wait for it. */
const DONE = 'tabs-loaded'

/** Delay in browsers without `requestIdleCallback`. */
const PAUSE_MS = 200

export interface Prefetch {
  /** Loads the code of a tab that may open soon. After a failure, opening the tab loads it again. */
  prefetchCode(remote: RegisteredRemote): Promise<void>
  /** Sends the requests that a tab makes when it opens, in parallel with loading its code. */
  prefetchData(remote: RegisteredRemote): void
  /**
   * Loads the code of every other tab, one at a time while nothing in the page is busy. Runs once per page, and not
   * with Save-Data.
   */
  prefetchOnIdle(): Promise<void>
}

/** Creates the prefetch of code and data of tabs. */
export function createPrefetch({ store, loader }: { store: RemotesStore; loader: Loader }): Prefetch {
  let hasStarted = false
  const bestOf = (remote: RegisteredRemote) => candidatesOf(store.getState(), remote)[0]

  async function prefetchCode(remote: RegisteredRemote): Promise<void> {
    const best = bestOf(remote)
    if (best) await loader.load(remote.name, best).catch(() => undefined)
  }

  function prefetchData(remote: RegisteredRemote): void {
    const best = bestOf(remote)
    if (!best || !isLoggedIn()) return
    for (const read of readsOf(best)) prefetchRead(...read)
  }

  async function prefetchOnIdle(): Promise<void> {
    if (hasStarted || isSaveDataOn()) return
    hasStarted = true
    const tried = new Set<string>()
    for (;;) {
      await idle()
      const next = remotesInUse(store.getState()).find(({ name }) => !tried.has(name))
      if (!next) break
      tried.add(next.name)
      await prefetchCode(next)
    }
    performance.mark(DONE)
  }

  return { prefetchCode, prefetchData, prefetchOnIdle }
}

/** The requests that a tab sends when it opens, from its release manifest. */
function readsOf({ prefetch = [], prefetchByPost = [] }: Release): Read[] {
  const gets = prefetch.map((path): Read => ['GET', path])
  return [...gets, ...prefetchByPost.map((path): Read => ['POST', path])]
}

async function idle(): Promise<void> {
  do await new Promise<unknown>(whenIdle)
  while (document.querySelector('[aria-busy=true]'))
}

function whenIdle(run: (value?: unknown) => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, PAUSE_MS)
}

function isSaveDataOn(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return connection instanceof Object && Reflect.get(connection, 'saveData') === true
}
