import { RouterProvider } from 'react-router-dom'
import { createRouter } from './router'
import { Surface } from './surface'

const router = createRouter()

/** The host: its routes on the surface that shows toasts. */
export function App() {
  return (
    <Surface>
      <RouterProvider router={router} />
    </Surface>
  )
}
