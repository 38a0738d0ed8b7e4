import type { Notify, TabExtensions, TabProps, TabReceipts } from '@canje/shared-auth'
import { createContext, type PropsWithChildren, useContext, useState } from 'react'

/** Within a tab, a root of its own for a list in a dialog or panel has no view: the URL keeps that of the tab. */
type TabRootProps = PropsWithChildren<Pick<TabProps, 'notify'> & Partial<TabProps>>

interface TabContext extends Omit<TabRootProps, 'children'> {
  announce: (text: string) => void
  /** Whether staff see the tab. */
  isActive: boolean
}

const Context = createContext<TabContext>({ notify: () => undefined, announce: () => undefined, isActive: true })

/** A context of its own: the cells of tables read it, and would render with every announcement. */
const ExtensionsContext = createContext<TabExtensions | undefined>(undefined)

/**
 * The root of every tab. It passes the tab's props to its components, and all state below it ends at unmount
 * (D21, session state).
 *
 * @example <TabRoot {...props}><PrizesTable /></TabRoot>
 */
export function TabRoot({ children, ...tab }: TabRootProps) {
  const [announcement, setAnnouncement] = useState({ text: '', serial: 0 })
  const [announce] = useState(() => (text: string) => setAnnouncement(({ serial }) => ({ text, serial: serial + 1 })))

  return (
    <Context value={{ ...tab, announce, isActive: tab.view?.isActive ?? true }}>
      <ExtensionsContext value={tab.extensions}>{children}</ExtensionsContext>
      <div className="visually-hidden" aria-live="polite">
        {/* A new element announces an equal text again. */}
        <span key={announcement.serial}>{announcement.text}</span>
      </div>
    </Context>
  )
}

/** The tab around a component; most of it is undefined in a root within a tab. */
export function useTab(): TabContext {
  return useContext(Context)
}

/** The tab's `notify`, which shows a toast in the shell. */
export function useNotify(): Notify {
  return useTab().notify
}

/** The receipts of the tab; undefined in a root without any. */
export function useTabReceipts(): TabReceipts | undefined {
  return useTab().receipts
}

/** Whether the service has a feature beyond the specification (D27, optional features). */
export function useFeature(name: string): boolean {
  return useTab().features?.includes(name) ?? false
}

/** The slots that remotes provide; undefined in a root without any. */
export function useExtensions(): TabExtensions | undefined {
  return useContext(ExtensionsContext)
}

/** Returns a function that makes screen readers announce a text, once and politely. */
export function useAnnounce(): (text: string) => void {
  return useTab().announce
}
