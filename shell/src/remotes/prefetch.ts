import type { RegisteredRemote, Release } from 'registry'
import { isLoggedIn } from 'shared-auth'
import { prefetchRead, type Read } from 'shared-auth/host'
import type { Loader } from './releases/loader'
import { candidatesOf, type RemotesStore, remotesInUse } from './store'

/** The mark on the page's timeline once the code of every tab was tried: monitoring and browser tests wait for it. */
const DONE = 'tabs-loaded'

/** The pause in a browser that cannot tell when it is idle. */
const PAUSE_MS = 200

export interface Prefetch {
  /** Loads the code of a tab that may be opened soon. After a failure it is loaded again when it is opened. */
  prefetchCode(remote: RegisteredRemote): Promise<void>
  /** Makes the calls of a tab that opens, beside loading its code. */
  prefetchData(remote: RegisteredRemote): void
  /**
   * Loads the code of every other tab, one at a time while nothing in the page is busy. Once a page; not at all for
   * staff who save data.
   */
  prefetchOnIdle(): Promise<void>
}

/** Fetches code and data of tabs before they are needed. */
export function createPrefetch({ store, loader }: { store: RemotesStore; loader: Loader }): Prefetch {
  let hasBegun = false
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
    if (hasBegun || savesData()) return
    hasBegun = true
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

/** The calls that a tab makes when it opens, as its release names them. */
function readsOf({ prefetch = [], prefetchByPost = [] }: Release): Read[] {
  const gets = prefetch.map((path): Read => ['GET', path])
  return [...gets, ...prefetchByPost.map((path): Read => ['POST', path])]
}

async function idle(): Promise<void> {
  do await new Promise<unknown>(onceIdle)
  while (document.querySelector('[aria-busy=true]'))
}

function onceIdle(run: (value?: unknown) => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, PAUSE_MS)
}

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return connection instanceof Object && Reflect.get(connection, 'saveData') === true
}
