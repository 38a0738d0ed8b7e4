import { createBrowserRouter, type RouteObject } from 'react-router-dom'

/** Follows a step within a URL, in place of `popstate`; known to `shared-ui/src/state/back-layers.ts`. */
export const STEP = 'canje:step'

/**
 * Creates a router that ignores steps between the entries of one URL, which would run the guard: tabs add one for what they
 * open, which the back button closes.
 */
export function createUrlRouter(routes: RouteObject[]) {
  nameEntry()
  // Before the router's own listener, which reads the key, and must not run after a step.
  window.addEventListener('popstate', (event) => {
    nameEntry()
    const { layers, key }: { layers?: unknown; key?: unknown } = history.state
    if (layers === undefined || key !== router.state.location.key) return
    event.stopImmediatePropagation()
    window.dispatchEvent(new Event(STEP))
  })
  const router = createBrowserRouter(routes)
  return router
}

/** Gives a key to the entry of a URL that the router has not opened, such as a pasted one: the router has one for all of them. */
function nameEntry(): void {
  if (history.state?.key === undefined) history.replaceState({ ...history.state, key: `${Math.random()}` }, '')
}
