import type { RegisteredRemote } from '@canje/registry'
import type { Notify } from '@canje/shared-auth'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { useNavigationType } from 'react-router-dom'
import { useRemotes } from '../remotes'
import { TabPanel, tabHeadingOf } from './TabPanel'
import { panelElementId, TabStrip, tabElementId } from './TabStrip'
import type { OpenDraft } from './tab-props'
import { useActiveTab } from './useActiveTab'
import { useTabLinks } from './useTabLinks'
import { useTabViews, type View } from './useTabViews'

/** The view of a tab that no URL has opened. */
const INITIAL: View = { params: '', opening: 0 }

export interface TabsProps {
  remotes: readonly RegisteredRemote[]
  notify: Notify
  draft: OpenDraft
  /** The place of the tab menu, in the header. */
  tabBar: HTMLElement | null
}

/** The tab menu and a panel for each tab. A visited tab stays mounted and keeps its state (D21). */
export function Tabs({ remotes, notify, draft, tabBar }: TabsProps) {
  const { prefetch, prefetchPressed } = useRemotes()
  const { tabs, active, activate } = useActiveTab(remotes)
  const { id, label } = active.live.tab
  const { views, change, flush } = useTabViews(id)
  useFocusAfterSignIn(id)

  useEffect(() => {
    document.title = `${label} · Canje`
  }, [label])

  const remoteOf = (id: string) => tabs.find(({ live }) => live.tab.id === id)

  function open(pressed: string, params = ''): boolean {
    const remote = remoteOf(pressed)
    if (!remote) return false
    // In parallel with the registry request, which rarely names a newer release.
    if (pressed !== id) prefetchPressed(remote)
    flush()
    activate(pressed, params)
    return true
  }

  useTabLinks((pressed, params) => {
    const isOpened = open(pressed, params)
    // The link vanishes with its tab.
    if (isOpened && pressed !== id) document.getElementById(tabElementId(pressed))?.focus()
    return isOpened
  })

  return (
    <>
      {tabBar &&
        createPortal(
          <TabStrip
            tabs={tabs.map(({ live }) => live.tab)}
            activeId={id}
            views={views}
            onActivate={(pressed) => pressed !== id && open(pressed, views[pressed]?.params)}
            onHover={(hovered) => {
              const remote = remoteOf(hovered)
              if (remote) prefetch.prefetchCode(remote)
            }}
          />,
          tabBar,
        )}
      {tabs.map((remote) => (
        <TabPanel
          key={remote.name}
          remote={remote}
          isActive={remote === active}
          notify={notify}
          draft={draft}
          view={views[remote.live.tab.id] ?? INITIAL}
          onViewChange={change}
        />
      ))}
    </>
  )
}

/** Focuses the heading of the active tab after a sign-in, whose button has gone; a reload leaves the focus alone. */
function useFocusAfterSignIn(activeId: string): void {
  const isEntered = useNavigationType() !== 'POP'
  const focusHeading = useEffectEvent(() => {
    const isFree = document.activeElement === document.body
    if (isEntered && isFree) tabHeadingOf(document.getElementById(panelElementId(activeId)))?.focus()
  })
  useEffect(() => focusHeading(), [])
}
