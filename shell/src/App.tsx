import { AppProviders } from '@canje/shared-ui/host'
import { RouterProvider, type RouterProviderProps } from 'react-router-dom'

/** The shell: its routes within the providers of PrimeReact and toasts. */
export function App({ router }: Pick<RouterProviderProps, 'router'>) {
  return (
    <AppProviders>
      {/* A tab that renders all the time, or never completes, would delay a transition to another tab. */}
      <RouterProvider router={router} useTransitions={false} />
    </AppProviders>
  )
}
