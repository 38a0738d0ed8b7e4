import type { RegisteredRemote } from '@canje/registry'
import type { Outlet } from './outlet'
import { isEndedCandidate } from './preview-state'
import { mountsIn, type RemotesStore, remoteNamed } from './store'

/** Nothing reports that a dialog has closed. */
const DIALOG_MS = 1000

/**
 * Opens what is live in place of a candidate that has ended while the page ran it (D45, candidate); once no dialog is open, whose
 * text would be lost.
 *
 * @param open opens an outlet with the releases of a remote
 */
export function leaveEndedCandidates(
  store: RemotesStore,
  open: (outlet: Outlet, remote: RegisteredRemote | undefined) => void,
): void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  store.subscribe(leave)

  function leave(): void {
    clearTimeout(waiting)
    const state = store.getState()
    const mount = mountsIn(state).find((one) => isEndedCandidate(state, one))
    if (!mount) return
    if (document.querySelector('[role=dialog]:not(.preview-banner)')) waiting = setTimeout(leave, DIALOG_MS)
    else open(mount.outlet, remoteNamed(state, mount.remote.name))
  }
}
