import type { ListedRemote } from '@canje/registry'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { listedByTab, menuWith } from '../remotes'

/** What a tab may set on the page to lock it for a dialog. */
const LOCKS = ['class', 'style', 'inert', 'aria-hidden']

/**
 * Keeps the active tab in the URL as `?tab=<id>` (D18, deep link); without a known id, the first tab is active. The active tab stays
 * under its id, whether or not the menu still lists it, until the URL names another tab.
 *
 * @param menu in the order of the tabs
 * @returns the menu with the active tab, which is missing in an empty menu only, and `activate` by tab id and view
 */
export function useActiveTab(menu: readonly ListedRemote[]) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [inUse, setInUse] = useState<{ requested: string | null; listed: ListedRemote }>()
  const requested = params.get('tab')
  const tabs = inUse ? withInUse(menu, inUse.listed) : menu
  const isInUse = inUse?.requested === requested
  const active = isInUse
    ? tabs.find(({ name }) => name === inUse.listed.name)
    : (listedByTab(tabs, requested) ?? tabs[0])
  if (active && (active !== inUse?.listed || !isInUse)) setInUse({ requested, listed: active })

  const activate = (id: string, view = '') => {
    releaseBody()
    flushSync(() => navigate({ search: `?tab=${id}`, hash: view }))
  }
  return { tabs, active, activate }
}

function withInUse(menu: readonly ListedRemote[], inUse: ListedRemote): readonly ListedRemote[] {
  const isListed = menu.some(({ name, tab }) => name === inUse.name && tab.id === inUse.tab.id)
  return isListed ? menu : menuWith(menu, inUse)
}

/** Removes scroll locks and the like of a tab that becomes inactive, which would lock the next one. */
function releaseBody(): void {
  for (const element of [document.documentElement, document.body]) {
    for (const lock of LOCKS) element.removeAttribute(lock)
  }
}
