import { useEffect, useEffectEvent } from 'react'
import type { RegisteredRemote } from 'registry'
import { tabOf, useRemotes, useRemotesState } from '../remotes'

/**
 * What the tab of a remote shows. A release is chosen when the tab becomes active, and never changes under the user: a
 * newer one waits for the next opening, a broken one gives way to its fallback.
 *
 * @param remote as the registry names it
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
