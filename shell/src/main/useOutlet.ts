import type { RegisteredRemote } from '@canje/registry'
import { useEffect, useEffectEvent } from 'react'
import { tabOf, useRemotes, useRemotesState } from '../remotes'

/**
 * The state of a remote's tab. A release is chosen when the tab becomes active. A newer release waits for the next
 * activation; a fallback replaces one that fails.
 *
 * @param remote as in the registry
 */
export function useTab(remote: RegisteredRemote, isActive: boolean) {
  const remotes = useRemotes()
  const tab = useRemotesState((state) => tabOf(state, remote.name))

  const onActivate = useEffectEvent(() => remotes.activate(remote))
  useEffect(() => {
    if (isActive) onActivate()
  }, [isActive])
  useEffect(() => () => remotes.close(remote.name), [remotes, remote.name])

  return tab
}
