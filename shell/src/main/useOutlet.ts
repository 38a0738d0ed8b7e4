import { useEffect, useEffectEvent } from 'react'
import { type Outlet, outletOf, remoteNamed, useRemotes, useRemotesState } from '../remotes'

/**
 * The state of an outlet. A release is chosen when the outlet becomes active, or once its remote is known. A newer release
 * waits for the next activation, also after a menu without the remote; a fallback replaces one that fails.
 *
 * @param outlet with the same identity while it is the same one
 */
export function useOutlet(outlet: Outlet, isActive: boolean) {
  const { store, activate } = useRemotes()
  const state = useRemotesState((remotes) => outletOf(remotes, outlet))
  const isKnown = useRemotesState((remotes) => remoteNamed(remotes, outlet.remote) !== undefined)
  const activation = isActive && (isKnown || state.status === 'mounted' ? 'opens' : 'waits')

  const onActivate = useEffectEvent(() => activate(outlet))
  useEffect(() => {
    if (activation) onActivate()
  }, [activation])
  useEffect(() => () => store.dispatch({ type: 'close', outlet }), [store, outlet])

  return state
}
