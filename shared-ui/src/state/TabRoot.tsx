import { createContext, type PropsWithChildren, useContext } from 'react'
import type { Notify, TabProps } from 'shared-auth'

const NotifyContext = createContext<Notify>(() => undefined)

/** The root of every tab. It passes `notify` to the tab's components, and all state below it ends at unmount (D21). */
export function TabRoot({ notify, children }: PropsWithChildren<TabProps>) {
  return <NotifyContext value={notify}>{children}</NotifyContext>
}

/** The tab's `notify`, which shows a toast in the shell. */
export function useNotify(): Notify {
  return useContext(NotifyContext)
}
