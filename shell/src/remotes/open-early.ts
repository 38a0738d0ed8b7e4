import type { RegisteredRemote, Release } from 'registry'
import { isLoggedIn } from 'shared-auth'
import type { Read } from 'shared-auth/early-calls'
import { startCall } from 'shared-auth/host'
import { candidatesOf } from './failed-releases'
import { loadRelease } from './load-release'
import { remotesInUse } from './preview'
import { useRegistry } from './registry-store'
import { isShown } from './report'

/** Loads the code of a tab that may be opened soon; if it fails, it is loaded anew when it is opened. */
export async function loadEarly(remote: RegisteredRemote): Promise<void> {
  const [best] = candidatesOf(remote)
  if (best) await loadRelease(remote.name, best).catch(() => undefined)
}

/** Makes the calls of a tab that is being opened, beside loading its code. */
export function callEarly(remote: RegisteredRemote): void {
  const [best] = candidatesOf(remote)
  if (!best || !isLoggedIn()) return
  for (const read of readsOf(best)) startCall(...read)
}

/**
 * Begins to open a tab, with the press on it and before anything is drawn: makes its calls, unless it is there already, and
 * loads its code. The calls go first: with the preflight of another origin they are what the tab waits for longest.
 */
export function openEarly(remote: RegisteredRemote): void {
  if (!isShown(remote.name)) callEarly(remote)
  loadEarly(remote)
}

/** The calls that a tab makes when it opens, as its release names them. */
export function readsOf({ prefetch = [], prefetchByPost = [] }: Release): Read[] {
  const gets = prefetch.map((path): Read => ['GET', path])
  return [...gets, ...prefetchByPost.map((path): Read => ['POST', path])]
}

/** The remote whose tab the address names (D18), once it is known which there are. */
export async function remoteOfAddress(): Promise<RegisteredRemote | undefined> {
  const asked = new URLSearchParams(location.search).get('tab')
  await registryReady()
  const remotes = remotesInUse()
  return remotes.find(({ live }) => live.tab.id === asked) ?? remotes[0]
}

function registryReady(): Promise<void> {
  return new Promise((resolve) => {
    if (useRegistry.getState().status === 'ready') return resolve()
    const stop = useRegistry.subscribe(({ status }) => {
      if (status !== 'ready') return
      stop()
      resolve()
    })
  })
}
