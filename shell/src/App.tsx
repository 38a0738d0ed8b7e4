import { AppProviders } from '@canje/shared-ui/host'
import { useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import { createUrlRouter } from './history-layers'
import type { LoadMain } from './preload-main'
import { createRoutes } from './router'

/** The shell: its routes within the providers of PrimeReact and toasts. */
export function App({ loadMain }: { loadMain: LoadMain }) {
  // Not at import: the router runs the guard on creation, and the guard needs the service URLs.
  const [router] = useState(() => createUrlRouter(createRoutes(loadMain)))
  return (
    <AppProviders>
      {/* A tab that renders all the time, or never completes, would delay a transition to another tab. */}
      <RouterProvider router={router} useTransitions={false} />
    </AppProviders>
  )
}
