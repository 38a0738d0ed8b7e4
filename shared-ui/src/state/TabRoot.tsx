import type { Notify, TabDraft, TabExtensions, TabProps, TabReceipts, TabView } from '@canje/shared-auth'
import { createContext, type PropsWithChildren, useContext, useState } from 'react'

interface TabContext {
  notify: Notify
  view: TabView | undefined
  draft: TabDraft | undefined
  receipts: TabReceipts | undefined
  announce: (text: string) => void
  features: readonly string[]
  openDiagnosis: TabProps['openDiagnosis'] | undefined
}

const NO_FEATURES: readonly string[] = []

const Context = createContext<TabContext>({
  notify: () => undefined,
  view: undefined,
  draft: undefined,
  receipts: undefined,
  announce: () => undefined,
  features: NO_FEATURES,
  openDiagnosis: undefined,
})

/** Apart from the others, because the cells of tables read it. */
const ExtensionsContext = createContext<TabExtensions | undefined>(undefined)

/** Within a tab, a root of its own for a list in a dialog or panel has no view: the URL keeps that of the tab. */
type TabRootProps = PropsWithChildren<Pick<TabProps, 'notify'> & Partial<TabProps>>

/**
 * The root of every tab. It passes the tab's props to its components, and all state below it ends at unmount (D21).
 *
 * @example <TabRoot {...props}><PrizesTable /></TabRoot>
 */
export function TabRoot({
  notify,
  view,
  draft,
  receipts,
  features = NO_FEATURES,
  extensions,
  openDiagnosis,
  children,
}: TabRootProps) {
  const [announcement, setAnnouncement] = useState({ text: '', serial: 0 })
  const [announce] = useState(() => (text: string) => setAnnouncement(({ serial }) => ({ text, serial: serial + 1 })))

  return (
    <Context value={{ notify, view, draft, receipts, announce, features, openDiagnosis }}>
      <ExtensionsContext value={extensions}>{children}</ExtensionsContext>
      <div className="visually-hidden" aria-live="polite">
        {/* A new element announces an equal text again. */}
        <span key={announcement.serial}>{announcement.text}</span>
      </div>
    </Context>
  )
}

/** The tab's `notify`, which shows a toast in the shell. */
export function useNotify(): Notify {
  return useContext(Context).notify
}

/** The tab's part of the URL; undefined in a root without a view. */
export function useTabView(): TabView | undefined {
  return useContext(Context).view
}

/** The open dialog of the tab; undefined in a root without one. */
export function useTabDraft(): TabDraft | undefined {
  return useContext(Context).draft
}

/** The receipts of the tab; undefined in a root without any. */
export function useTabReceipts(): TabReceipts | undefined {
  return useContext(Context).receipts
}

/** Whether the service has a feature beyond the specification (D27, optional features). */
export function useFeature(name: string): boolean {
  return useContext(Context).features.includes(name)
}

/** Opens the diagnosis of the page; undefined in a root without one. */
export function useDiagnosis(): TabProps['openDiagnosis'] | undefined {
  return useContext(Context).openDiagnosis
}

/** The slots that remotes provide; undefined in a root without any. */
export function useExtensions(): TabExtensions | undefined {
  return useContext(ExtensionsContext)
}

/** Returns a function that makes screen readers announce a text, once and politely. */
export function useAnnounce(): (text: string) => void {
  return useContext(Context).announce
}
