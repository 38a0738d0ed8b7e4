import { AppProviders } from '@canje/shared-ui/host'
import { useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import type { LoadMain } from './preload-main'
import { createRouter } from './router'

/** The shell: its routes within the providers of PrimeReact and toasts. */
export function App({ loadMain }: { loadMain: LoadMain }) {
  // Not at import: the router runs the guard on creation, and the guard needs the service URLs.
  const [router] = useState(() => createRouter(loadMain))
  return (
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>
  )
}
