import type { RegisteredRemote, Release } from '@canje/registry'
import pTimeout from 'p-timeout'
import {
  candidatesOf,
  failureOf,
  isOpening,
  isUsedElsewhere,
  type Mount,
  mountsOf,
  type Outlet,
  outletOf,
  type RemotesStore,
  releasesWith,
} from '../store'
import type { Loader } from './loader'
import { NeedsOtherShell } from './needs-other-shell'
import { ThrownByTab, typeOf } from './thrown-by-tab'

/** Delay before the previous release is tried in parallel with a slow one, so that an outlet shows one within 2 s. */
const HEDGE_MS = 1000

/** Limit of a first render, which may load further code: the same as for loading the module. */
const MOUNT_MS = 15_000

/**
 * Mounts the best working release of a remote in an outlet. After a failure the next candidate is tried at once, and the failed build
 * is not tried again. A slow candidate races the next one: the first to mount wins, and the slow one does not count as
 * failed.
 *
 * @param opening id of the attempt to open the outlet, as in the store
 * @returns the release that mounted
 * @throws Error with the reason for every release, when none is left or the outlet is closed
 */
export async function mountBestRelease(
  { store, loader }: { store: RemotesStore; loader: Loader },
  outlet: Outlet,
  remote: RegisteredRemote,
  opening: number,
): Promise<Release> {
  async function mountFirst([release, ...rest]: Release[]): Promise<Release> {
    if (!release) throw new Error(`${remote.name} has no other release.`)
    if (!isOpening(outletOf(store.getState(), outlet), opening)) throw new Error(`${remote.name} is closed.`)
    const mounting = mountRelease(release)
    const inTime = pTimeout(mounting, { milliseconds: HEDGE_MS, message: slow(remote.name, release) })
    const next = inTime.catch(() => mountFirst(rest))
    return Promise.any([mounting, next])
  }

  async function mountRelease(release: Release): Promise<Release> {
    const mount = await load(release)
    store.dispatch({ type: 'loaded', opening, mount })
    await firstRender(mount)
    return release
  }

  async function load(release: Release): Promise<Mount> {
    store.dispatch({ type: 'candidate', outlet, opening, release })
    try {
      const module = await loader.load(outlet, release)
      return { key: `${opening} ${release.build}`, outlet, remote, release, module }
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      const thrown = cause instanceof ThrownByTab ? typeOf(cause.thrown) : undefined
      const needsOtherShell = cause instanceof NeedsOtherShell
      store.dispatch({ type: 'failed', outlet, release, reason: messageOf(error), thrown, needsOtherShell })
      throw error
    }
  }

  async function firstRender(mount: Mount): Promise<void> {
    const { release } = mount
    const message = `${remote.name} ${release.version} did not mount in ${MOUNT_MS / 1000} s.`
    try {
      await pTimeout(waitForMount(store, mount), { milliseconds: MOUNT_MS, message })
    } catch (error) {
      // The store ignores this event for a replaced release and for one that already threw.
      store.dispatch({ type: 'threw', mount, reason: message })
      const state = store.getState()
      const hasFailed = failureOf(state, outlet, release) !== undefined
      if (hasFailed && !isUsedElsewhere(state, outlet, release)) loader.unloadModule(outlet, release)
      throw error
    }
  }

  try {
    return await mountFirst(candidatesOf(store.getState(), remote, outlet))
  } catch {
    throw new Error(`No release of ${remote.name} is left. ${rejectionReasons(store, outlet, remote)}`)
  }
}

/** Why the releases before `mounted` were rejected; without `mounted`, why all were. */
export function rejectionReasons(
  store: RemotesStore,
  outlet: Outlet,
  remote: RegisteredRemote,
  mounted?: Release,
): string {
  const releases = releasesWith(remote, outlet)
  const before = mounted ? releases.slice(0, releases.indexOf(mounted)) : releases
  const state = store.getState()
  return before.map((release) => failureOf(state, outlet, release)?.reason ?? slow(remote.name, release)).join(' ')
}

/**
 * Waits for the first render of a release.
 *
 * @throws Error when it threw, another release mounted, or the outlet is closed
 */
function waitForMount(store: RemotesStore, mount: Mount): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const outlet = outletOf(store.getState(), mount.outlet)
      if (outlet.status === 'mounted' && outlet.mount === mount) resolve()
      else if (!mountsOf(outlet).includes(mount))
        reject(new Error(`${mount.remote.name} ${mount.release.version} was unmounted before its first render.`))
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
