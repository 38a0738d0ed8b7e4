import { useSearchParams } from 'react-router-dom'
import type { RegisteredRemote } from 'registry'

/**
 * The active tab lives in the address as `?tab=<id>` (D18); without it, or with an unknown one, the first tab is active.
 *
 * @param remotes at least one, in the order of the tabs
 * @returns the active remote and how to activate another by its tab's id
 */
export function useActiveTab(remotes: RegisteredRemote[]): [RegisteredRemote, (id: string) => void] {
  const [params, setParams] = useSearchParams()
  const [first] = remotes
  if (!first) throw new Error('The registry names no remote: release one.')
  const active = remotes.find(({ live }) => live.tab.id === params.get('tab')) ?? first
  const activate = (id: string) => {
    if (id !== active.live.tab.id) setParams({ tab: id })
  }
  return [active, activate]
}
