import { useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import { Surface } from 'shared-ui/host'
import type { LoadMain } from './preload-main'
import { createRouter } from './router'

/** The host: its routes on the surface that shows toasts. */
export function App({ loadMain }: { loadMain: LoadMain }) {
  // Not at import: the router runs the guard as soon as it is made, and the guard needs the service addresses.
  const [router] = useState(() => createRouter(loadMain))
  return (
    <Surface>
      <RouterProvider router={router} />
    </Surface>
  )
}
