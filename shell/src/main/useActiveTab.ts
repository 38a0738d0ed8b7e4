import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { RegisteredRemote } from 'registry'

/**
 * The active tab lives in the address as `?tab=<id>` (D18); without it, or with an unknown one, the first tab is active.
 * Whatever the registry says of the active tab meanwhile counts once it is left.
 *
 * @param remotes at least one, in the order of the tabs
 * @returns the remotes with the active one as it was activated, and how to activate another by its tab's id
 */
export function useActiveTab(remotes: RegisteredRemote[]) {
  const [params, setParams] = useSearchParams()
  const [inUse, setInUse] = useState<RegisteredRemote>()
  const tabs = inUse ? withInUse(remotes, inUse) : remotes
  const active = tabs.find(({ live }) => live.tab.id === params.get('tab')) ?? tabs[0]
  if (!active) throw new Error('The registry names no remote: release one.')
  if (active.name !== inUse?.name) setInUse(active)

  const activate = (id: string) => {
    if (id !== active.live.tab.id) setParams({ tab: id })
  }
  return { tabs, active, activate }
}

function withInUse(remotes: RegisteredRemote[], inUse: RegisteredRemote): RegisteredRemote[] {
  const others = remotes.filter(({ name }) => name !== inUse.name)
  return [...others, inUse].sort((a, b) => a.live.tab.order - b.live.tab.order)
}
