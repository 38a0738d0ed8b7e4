import type { RegisteredRemote } from '@canje/registry'
import { useEffect, useEffectEvent } from 'react'
import { type Outlet, outletOf, useRemotes, useRemotesState } from '../remotes'

/**
 * The state of an outlet. A release is chosen when the outlet becomes active. A newer release waits for the next
 * activation; a fallback replaces one that fails.
 *
 * @param outlet with the same identity while it is the same one
 * @param remote as in the registry
 */
export function useOutlet(outlet: Outlet, remote: RegisteredRemote, isActive: boolean) {
  const remotes = useRemotes()
  const state = useRemotesState((remotes) => outletOf(remotes, outlet))

  const onActivate = useEffectEvent(() => remotes.activate(outlet, remote))
  useEffect(() => {
    if (isActive) onActivate()
  }, [isActive])
  useEffect(() => () => remotes.close(outlet), [remotes, outlet])

  return state
}
