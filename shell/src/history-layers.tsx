import { type PropsWithChildren, useEffectEvent, useLayoutEffect } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'

/** Follows a step within a URL, in place of `popstate`; known to `shared-ui/src/state/back-layers.ts`. */
export const STEP = 'canje:step'

/**
 * The router of the page's URL. It ignores steps between the entries of one URL, which would run the guard: tabs add one for
 * what they open, which the back button closes. {@link nameEntry} must have named the entry of the document.
 */
export function UrlRouter({ children }: PropsWithChildren) {
  return (
    // A tab that renders all the time, or never completes, would delay a transition to another tab.
    <BrowserRouter useTransitions={false}>
      <Steps />
      {children}
    </BrowserRouter>
  )
}

function Steps() {
  const entered = useLocation().key
  const step = useEffectEvent((event: PopStateEvent) => {
    nameEntry()
    const { layers, key }: { layers?: unknown; key?: unknown } = history.state
    if (layers === undefined || key !== entered) return
    event.stopImmediatePropagation()
    window.dispatchEvent(new Event(STEP))
  })

  // Before the router's own listener, which reads the key, and must not run after a step: a child's effect precedes its parent's.
  useLayoutEffect(() => {
    const listener = (event: PopStateEvent) => step(event)
    window.addEventListener('popstate', listener)
    return () => window.removeEventListener('popstate', listener)
  }, [])
  return null
}

/** Gives a key to the entry of a URL that the router has not opened, such as a pasted one: the router has one for all of them. */
export function nameEntry(): void {
  if (history.state?.key === undefined) history.replaceState({ ...history.state, key: `${Math.random()}` }, '')
}
