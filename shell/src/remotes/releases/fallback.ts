import pTimeout from 'p-timeout'
import type { RegisteredRemote, Release } from 'registry'
import {
  candidatesOf,
  failureOf,
  isOpening,
  type Mount,
  mountsOf,
  type RemotesStore,
  releasesOf,
  tabOf,
} from '../store'
import type { Loader } from './loader'

/** How long a release may take to be shown before the previous one is tried beside it, so that a tab is there in 2 s. */
const HEDGE_MS = 1000

/** A first render may wait for more code, as long as a tab's own may take to load. */
const MOUNT_MS = 15_000

/**
 * Shows the best release of a remote that works. After a failure the next candidate is tried at once, and the failed
 * build is not tried again. Beside a slow candidate the next one is tried too; the first that mounts is shown, and the
 * slow one is not considered broken.
 *
 * @param opening of the remote's tab, as the store has it
 * @returns the release that is shown
 * @throws Error with the reason for every release, when none is left or the tab is closed
 */
export async function showBestRelease(
  { store, loader }: { store: RemotesStore; loader: Loader },
  remote: RegisteredRemote,
  opening: number,
): Promise<Release> {
  async function showFirst([release, ...rest]: Release[]): Promise<Release> {
    if (!release) throw new Error(`${remote.name} has no other release.`)
    if (!isOpening(tabOf(store.getState(), remote.name), opening)) throw new Error(`${remote.name} is closed.`)
    const shown = show(release)
    const inTime = pTimeout(shown, { milliseconds: HEDGE_MS, message: slow(remote.name, release) })
    const next = inTime.catch(() => showFirst(rest))
    return Promise.any([shown, next])
  }

  async function show(release: Release): Promise<Release> {
    const mount = await load(release)
    store.dispatch({ type: 'loaded', opening, mount })
    await firstRender(mount)
    return release
  }

  async function load(release: Release): Promise<Mount> {
    store.dispatch({ type: 'candidate', remote: remote.name, opening, release })
    try {
      const { default: Tab } = await loader.load(remote.name, release)
      return { key: `${opening} ${release.build}`, remote, release, Tab }
    } catch (error) {
      store.dispatch({ type: 'failed', remote: remote.name, release, reason: messageOf(error) })
      throw error
    }
  }

  async function firstRender(mount: Mount): Promise<void> {
    const { release } = mount
    const message = `${remote.name} ${release.version} did not mount in ${MOUNT_MS / 1000} s.`
    try {
      await pTimeout(mountedIn(store, mount), { milliseconds: MOUNT_MS, message })
    } catch (error) {
      // The store ignores it for a release that has given way, and for one that threw: it knows of that already.
      store.dispatch({ type: 'threw', mount, reason: message })
      if (failureOf(store.getState(), remote.name, release) !== undefined) loader.unload(remote.name, release)
      throw error
    }
  }

  try {
    return await showFirst(candidatesOf(store.getState(), remote))
  } catch {
    throw new Error(`No release of ${remote.name} is left. ${reasonsAgainst(store, remote)}`)
  }
}

/** Why a remote's releases before the given one are not shown; all of them without one. */
export function reasonsAgainst(store: RemotesStore, remote: RegisteredRemote, shown?: Release): string {
  const releases = releasesOf(remote)
  const before = shown ? releases.slice(0, releases.indexOf(shown)) : releases
  const state = store.getState()
  return before.map((release) => failureOf(state, remote.name, release) ?? slow(remote.name, release)).join(' ')
}

/**
 * Waits for the first render of a release.
 *
 * @throws Error when it threw, or another release is shown, or the tab is closed
 */
function mountedIn(store: RemotesStore, mount: Mount): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const tab = tabOf(store.getState(), mount.remote.name)
      if (tab.status === 'shown' && tab.mount === mount) resolve()
      else if (!mountsOf(tab).includes(mount)) reject(new Error(`${mount.remote.name} is not rendered any more.`))
      else return
      unsubscribe()
    }
    const unsubscribe = store.subscribe(check)
    check()
  })
}

function slow(remote: string, { version, entry }: Release): string {
  return `${remote} ${version} (${entry}) was not ready in ${HEDGE_MS / 1000} s.`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
