import type { ListedRemote } from '@canje/registry'
import { focusTable } from '@canje/shared-ui/host'
import { useEffect, useEffectEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useNavigationType } from 'react-router-dom'
import { useRemotes } from '../remotes'
import { Failure } from './Failure'
import { TabPanel } from './TabPanel'
import { TabStrip, tabElementId } from './TabStrip'
import type { OpenDraft } from './tab-props'
import { useActiveTab } from './useActiveTab'
import { useTabLinks } from './useTabLinks'
import { INITIAL, useTabViews } from './useTabViews'

export interface TabsProps {
  menu: readonly ListedRemote[]
  draft: OpenDraft
  /** The place of the tab menu, in the header. */
  tabBar: HTMLElement | null
}

/** The tab menu and a panel for each tab. A visited tab stays mounted and keeps its state (D21, session state). */
export function Tabs({ menu, ...props }: TabsProps) {
  const { refresh } = useRemotes()
  const { active, ...opened } = useActiveTab(menu)
  if (active) return <OpenTabs active={active} {...opened} {...props} />
  return (
    <Failure
      title="No hay pestañas"
      fault={{ kind: 'not-available' }}
      rest="Su sesión sigue abierta."
      onRetry={refresh}
    />
  )
}

interface OpenTabsProps extends Omit<TabsProps, 'menu'> {
  tabs: readonly ListedRemote[]
  active: ListedRemote
  activate: (id: string, view?: string) => void
}

function OpenTabs({ tabs, active, activate, draft, tabBar }: OpenTabsProps) {
  const { prefetch, prefetchPressed } = useRemotes()
  const { id, label } = active.tab
  const { views, change, flush } = useTabViews(id)
  useFocusAfterSignIn()
  useFocusAfterTabChange(id)

  useEffect(() => {
    document.title = `${label} · Canje`
  }, [label])

  const nameOf = (id: string) => tabs.find(({ tab }) => tab.id === id)?.name

  function open(pressed: string, params = ''): boolean {
    const name = nameOf(pressed)
    if (name === undefined) return false
    // In parallel with the request of its state, which rarely names a newer release.
    if (pressed !== id) prefetchPressed(name)
    flush()
    activate(pressed, params)
    return true
  }

  useTabLinks(open)

  return (
    <>
      {tabBar &&
        createPortal(
          <TabStrip
            tabs={tabs.map(({ tab }) => tab)}
            activeId={id}
            views={views}
            onActivate={(pressed) => pressed !== id && open(pressed, views[pressed]?.params)}
            onHover={(hovered) => {
              const name = nameOf(hovered)
              if (name !== undefined) prefetch.prefetchCode(name)
            }}
          />,
          tabBar,
        )}
      {inFixedOrder(tabs).map((listed) => (
        <TabPanel
          key={listed.name}
          listed={listed}
          isActive={listed === active}
          draft={draft}
          view={views[listed.tab.id] ?? INITIAL}
          onViewChange={change}
        />
      ))}
    </>
  )
}

/** An element that moves in the document loses what it has scrolled, and one panel is visible. */
function inFixedOrder(tabs: readonly ListedRemote[]): ListedRemote[] {
  return [...tabs].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Focuses the active tab, which has no table yet, after a sign-in, whose button has gone; a reload leaves the focus alone. */
function useFocusAfterSignIn(): void {
  const isEntered = useNavigationType() !== 'POP'
  const focusHeading = useEffectEvent(() => {
    if (isEntered && document.activeElement === document.body) focusTable()
  })
  useEffect(() => focusHeading(), [])
}

/** Focuses the tab that a link or a step of the history opens, unless the focus is beside the tabs, where it stays. */
function useFocusAfterTabChange(activeId: string): void {
  const last = useRef(activeId)
  useEffect(() => {
    // The browser may have taken it from what is hidden.
    const isOfLast = document.activeElement?.matches('body, [hidden] *, [role=tab]')
    if (last.current !== activeId && isOfLast) document.getElementById(tabElementId(activeId))?.focus()
    last.current = activeId
  }, [activeId])
}
