import type { RegisteredRemote, Release } from '@canje/registry'
import { faultOf } from '@canje/shared-auth/fault'
import pTimeout from 'p-timeout'
import { isOpening, type Mount, mountOf, type Outlet, type OutletState } from '../outlet'
import { candidatesOf, failureOf, outletOf, type RemotesStore, releasesWith } from '../store'
import type { Loader } from './loader'
import { ThrownByTab, typeOf } from './thrown-by-tab'

/** Limit of a first render, which may load further code: the same as for loading the module. */
const MOUNT_MS = 15_000

/**
 * Mounts the best working release of a remote in an outlet. A release that failed is not tried again; then the previous one
 * is tried. A slow release is no failed one within the limits of loading and of its first render (D46).
 *
 * @param opening id of the attempt to open the outlet, as in the store
 * @returns the release that mounted
 * @throws Error with the reason for every release, when none is left or the outlet is closed; at once when the network asks
 *   for a sign-in. `faultOf` states the fault of the best release
 */
export async function mountBestRelease(
  { store, loader }: { store: RemotesStore; loader: Loader },
  outlet: Outlet,
  remote: RegisteredRemote,
  opening: number,
): Promise<Release> {
  let cause: unknown
  for (const release of candidatesOf(store.getState(), remote, outlet)) {
    if (!isOpening(outletOf(store.getState(), outlet), opening)) throw new Error(`${remote.name} is closed.`)
    const mount = await load(release).catch((error: unknown) => {
      // No release has failed: the network stands before all of them.
      if (faultOf(error).kind === 'sign-in-page') throw error
      fail(release, error)
      cause ??= error
    })
    if (!mount) continue
    if (await firstRender(mount)) return release
    cause ??= new Error(`${remote.name} ${release.version} did not mount.`)
  }
  throw new Error(`No release of ${remote.name} is left. ${rejectionReasons(store, outlet, remote)}`, { cause })

  async function load(release: Release): Promise<Mount> {
    const module = await loader.load(outlet, release)
    return { key: `${opening} ${release.build}`, outlet, remote, release, module }
  }

  function fail(release: Release, error: unknown): void {
    const cause = error instanceof Error ? error.cause : undefined
    const thrown = cause instanceof ThrownByTab ? typeOf(cause.thrown) : undefined
    store.dispatch({ type: 'failed', outlet, release, reason: messageOf(error), thrown })
  }

  async function firstRender(mount: Mount): Promise<boolean> {
    store.dispatch({ type: 'loaded', opening, mount })
    const message = `${remote.name} ${mount.release.version} did not mount in ${MOUNT_MS / 1000} s.`
    const isMounted = await pTimeout(settled(store, mount), { milliseconds: MOUNT_MS, fallback: () => false })
    if (isMounted) return true
    // The store ignores this event for a release that already threw or was closed.
    store.dispatch({ type: 'threw', mount, reason: message })
    return false
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
  return before.flatMap((release) => failureOf(state, outlet, release)?.reason ?? []).join(' ')
}

/** Waits for the end of the first render of a release. @returns false when it threw, or the outlet is closed */
async function settled(store: RemotesStore, mount: Mount): Promise<boolean> {
  const shows = (status: OutletState['status']) => {
    const outlet = outletOf(store.getState(), mount.outlet)
    return outlet.status === status && mountOf(outlet) === mount
  }
  await store.until(() => !shows('mounting'))
  return shows('mounted')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
