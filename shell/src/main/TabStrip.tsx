import type { Tab } from '@canje/registry'
import { type KeyboardEvent, type MouseEvent, useEffect } from 'react'
import { hasModifier } from './modifiers'
import type { TabViews } from './useTabViews'

interface TabStripProps {
  tabs: readonly Tab[]
  activeId: string
  /** The views of the tabs, for links in new browser tabs. */
  views: TabViews['views']
  onActivate: (id: string) => void
  /** The pointer entered an inactive tab. */
  onHover: (id: string) => void
}

/** Ids that connect a tab with its panel. */
export const tabElementId = (id: string) => `tab-${id}`
export const panelElementId = (id: string) => `panel-${id}`

/**
 * The tab menu as a tablist with automatic activation (WAI-ARIA Authoring Practices, tabs pattern). Its tabs are links, so
 * that the browser can open them in a new tab.
 */
export function TabStrip({ tabs, activeId, views, onActivate, onHover }: TabStripProps) {
  useEffect(() => {
    // On a phone the strip is wider than the screen.
    document.getElementById(tabElementId(activeId))?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activeId])

  function press(event: MouseEvent, id: string) {
    if (hasModifier(event)) return
    event.preventDefault()
    onActivate(id)
  }

  function moveTo(event: KeyboardEvent) {
    // Browsers use arrow keys with modifiers: Alt and an arrow navigate the history.
    if (hasModifier(event)) return
    // The focused tab is active already; the browser would scroll the page.
    if (event.key === ' ') event.preventDefault()
    const index = tabs.findIndex(({ id }) => id === activeId)
    const targets = new Map([
      ['ArrowRight', tabs[index + 1] ?? tabs[0]],
      ['ArrowLeft', tabs.at(index - 1)],
      ['Home', tabs[0]],
      ['End', tabs.at(-1)],
    ])
    const tab = targets.get(event.key)
    if (!tab) return
    event.preventDefault()
    onActivate(tab.id)
    document.getElementById(tabElementId(tab.id))?.focus()
  }

  return (
    <div className="tab-strip" role="tablist" aria-label="Secciones" onKeyDown={moveTo}>
      {tabs.map(({ id, label }) => (
        <a
          key={id}
          role="tab"
          id={tabElementId(id)}
          href={`/main?tab=${id}${views[id]?.params ? `#${views[id].params}` : ''}`}
          draggable={false}
          aria-selected={id === activeId}
          aria-controls={panelElementId(id)}
          tabIndex={id === activeId ? 0 : -1}
          onClick={(event) => press(event, id)}
          onPointerEnter={() => id !== activeId && onHover(id)}
        >
          {label}
        </a>
      ))}
    </div>
  )
}
