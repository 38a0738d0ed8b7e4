import type { TabProps } from '@canje/shared-auth'
import { createContext, type PropsWithChildren, useCallback, useContext, useRef } from 'react'

/** Within a tab, a root of its own for a list in a dialog or panel has no view: the URL keeps that of the tab. */
type TabRootProps = PropsWithChildren<Pick<TabProps, 'notify'> & Partial<TabProps>>

interface TabContext extends Omit<TabRootProps, 'children'> {
  /** Makes screen readers announce a text, once and politely. */
  announce: (text: string) => void
  /** Whether staff see the tab. */
  isActive: boolean
}

const Context = createContext<TabContext>({ notify: () => undefined, announce: () => undefined, isActive: true })

/**
 * The root of every tab. It passes the tab's props to its components, and all state below it ends at unmount
 * (D21, session state).
 *
 * @example <TabRoot {...props}><PrizesTable /></TabRoot>
 */
export function TabRoot({ children, ...tab }: TabRootProps) {
  const live = useRef<HTMLDivElement>(null)
  // Not a state: the cells of tables would render with every announcement. A new element announces an equal text again.
  const announce = useCallback((text: string) => {
    const element = document.createElement('span')
    element.textContent = text
    live.current?.replaceChildren(element)
  }, [])

  return (
    <Context value={{ ...tab, announce, isActive: tab.view?.isActive ?? true }}>
      {children}
      <div ref={live} className="visually-hidden" aria-live="polite" />
    </Context>
  )
}

/** The tab around a component, such as its `notify`; most of it is undefined in a root within a tab. */
export function useTab(): TabContext {
  return useContext(Context)
}

/** Whether the service has a feature beyond the specification (D27, optional features). */
export function useFeature(name: string): boolean {
  return useTab().features?.includes(name) ?? false
}
