import { byTabOrder, type RegisteredRemote } from '@canje/registry'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { remoteOfTab } from '../remotes'

/** What a tab may set on the page to lock it for a dialog. */
const LOCKS = ['class', 'style', 'inert', 'aria-hidden']

/**
 * Keeps the active tab in the URL as `?tab=<id>` (D18); without a known id, the first tab is active. The active tab
 * ignores changes of the registry until the URL names another tab.
 *
 * @param remotes at least one, in the order of the tabs
 * @returns the remotes, with the active one as it was activated, and `activate` by tab id and view
 * @throws Error without a remote
 */
export function useActiveTab(remotes: readonly RegisteredRemote[]) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [inUse, setInUse] = useState<{ requested: string | null; remote: RegisteredRemote }>()
  const requested = params.get('tab')
  const tabs = inUse ? withInUse(remotes, inUse.remote) : remotes
  const active = inUse?.requested === requested ? inUse.remote : (remoteOfTab(tabs, requested) ?? tabs[0])
  if (!active) throw new Error('The registry contains no remote. Release one.')
  if (active !== inUse?.remote || requested !== inUse.requested) setInUse({ requested, remote: active })

  const activate = (id: string, view = '') => {
    releaseBody()
    flushSync(() => navigate({ search: `?tab=${id}`, hash: view }))
  }
  return { tabs, active, activate }
}

function withInUse(remotes: readonly RegisteredRemote[], inUse: RegisteredRemote): readonly RegisteredRemote[] {
  // A remote of another name may have taken over the tab.
  const others = remotes.filter(({ name, live }) => name !== inUse.name && live.tab.id !== inUse.live.tab.id)
  return [...others, inUse].sort(byTabOrder)
}

/** Removes scroll locks and the like of a tab that becomes inactive, which would lock the next one. */
function releaseBody(): void {
  for (const element of [document.documentElement, document.body]) {
    for (const lock of LOCKS) element.removeAttribute(lock)
  }
}
