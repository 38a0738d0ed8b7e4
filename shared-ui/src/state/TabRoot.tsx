import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type PropsWithChildren, useContext, useState } from 'react'
import type { Notify, TabProps } from 'shared-auth'
import { reportFailure } from './failure'

const NotifyContext = createContext<Notify>(() => undefined)

/** What a tab stands on. Everything it keeps lives and dies with its mount (D21). */
export function TabRoot({ notify, children }: PropsWithChildren<TabProps>) {
  const [client] = useState(() => createClient(notify))
  return (
    <NotifyContext value={notify}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </NotifyContext>
  )
}

/** Raises a toast in the shell. */
export function useNotify(): Notify {
  return useContext(NotifyContext)
}

/** Asks only when told to, once, and forgets what is not on the screen. */
function createClient(notify: Notify): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => reportFailure(notify, error) }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnMount: false,
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        gcTime: 0,
        // Comparing every cell of a large table with the last one would cost more than it saves.
        structuralSharing: false,
      },
    },
  })
}
