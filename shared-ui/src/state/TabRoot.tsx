import { createContext, type PropsWithChildren, useContext } from 'react'
import type { Notify, TabProps } from 'shared-auth'

const NotifyContext = createContext<Notify>(() => undefined)

/** The root of every tab. Everything in it lives and dies with its mount (D21). */
export function TabRoot({ notify, children }: PropsWithChildren<TabProps>) {
  return <NotifyContext value={notify}>{children}</NotifyContext>
}

/** Raises a toast in the shell. */
export function useNotify(): Notify {
  return useContext(NotifyContext)
}
