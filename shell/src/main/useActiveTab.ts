import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { byTabOrder, type RegisteredRemote } from 'registry'

/**
 * The active tab lives in the address as `?tab=<id>` (D18); without it, or with an unknown one, the first tab is active.
 * It stays until the address names another: whatever the registry says meanwhile, of it or of a new first tab, counts
 * once it is left.
 *
 * @param remotes at least one, in the order of the tabs
 * @returns the remotes with the active one as it was activated, and how to activate another by its tab's id
 */
export function useActiveTab(remotes: readonly RegisteredRemote[]) {
  const [params, setParams] = useSearchParams()
  const [inUse, setInUse] = useState<{ asked: string | null; remote: RegisteredRemote }>()
  const asked = params.get('tab')
  const tabs = inUse ? withInUse(remotes, inUse.remote) : remotes
  const active = inUse?.asked === asked ? inUse.remote : (tabs.find(({ live }) => live.tab.id === asked) ?? tabs[0])
  if (!active) throw new Error('The registry names no remote: release one.')
  if (active !== inUse?.remote || asked !== inUse.asked) setInUse({ asked, remote: active })

  const activate = (id: string) => {
    if (id !== active.live.tab.id) setParams({ tab: id })
  }
  return { tabs, active, activate }
}

function withInUse(remotes: readonly RegisteredRemote[], inUse: RegisteredRemote): readonly RegisteredRemote[] {
  // A remote of another name may have taken over the tab.
  const others = remotes.filter(({ name, live }) => name !== inUse.name && live.tab.id !== inUse.live.tab.id)
  return [...others, inUse].sort(byTabOrder)
}
