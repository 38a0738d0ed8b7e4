import type { RegisteredRemote, Release } from '@canje/registry'
import { faultOf } from '@canje/shared-auth/fault'
import pTimeout from 'p-timeout'
import { isCurrentAttempt, type Mount, mountOf, type Outlet, type OutletState } from '../outlet'
import { failuresOf, outletOf, type RemotesStore, usableReleases } from '../store'
import type { Loader } from './loader'

/** Limit of a first render, which may load further code: the same as for loading the module. */
const MOUNT_MS = 15_000

/**
 * Mounts the best working release of a remote in an outlet. A release that failed is not tried again; then the previous one
 * is tried. A slow release is no failed one within the limits of loading and of its first render (D46, slow releases).
 *
 * @param attempt id of the attempt to open the outlet, as in the store
 * @returns the release that mounted
 * @throws Error with the reason for every release, when none is left or the outlet is closed; at once when the network asks
 *   for a sign-in. `faultOf` states the fault of the best release
 */
export async function mountBestRelease(
  { store, loader }: { store: RemotesStore; loader: Loader },
  outlet: Outlet,
  remote: RegisteredRemote,
  attempt: number,
): Promise<Release> {
  for (const release of usableReleases(store.getState(), remote, outlet)) {
    if (!isCurrentAttempt(outletOf(store.getState(), outlet), attempt)) throw new Error(`${remote.name} is closed.`)
    const module = await loader.load(outlet, release).catch((error: Error) => {
      // No release has failed: the network stands before all of them.
      if (faultOf(error).kind === 'sign-in-page') throw error
      store.dispatch({ type: 'failed', failure: { remote: remote.name, module: outlet.module, release, error } })
    })
    const key = `${attempt} ${release.build}`
    if (module && (await firstRender({ key, outlet, remote, release, module }))) return release
  }
  const errors = failuresOf(store.getState(), outlet).map(({ error }) => error)
  const reasons = errors.map(({ message }) => message).join(' ')
  throw new Error(`No release of ${remote.name} is left. ${reasons}`, { cause: errors[0] })

  /** @returns whether the release has mounted: it may throw or take too long, and its outlet may be closed */
  async function firstRender(mount: Mount): Promise<boolean> {
    const shows = (status: OutletState['status']) => {
      const state = outletOf(store.getState(), outlet)
      return state.status === status && mountOf(state) === mount
    }
    store.dispatch({ type: 'loaded', attempt, mount })
    const error = new Error(`${remote.name} ${mount.release.version} did not mount in ${MOUNT_MS / 1000} s.`)
    await pTimeout(
      store.until(() => !shows('mounting')),
      { milliseconds: MOUNT_MS, fallback: () => store.dispatch({ type: 'threw', mount, error }) },
    )
    return shows('mounted')
  }
}
