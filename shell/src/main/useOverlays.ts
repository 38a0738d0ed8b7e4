import { useEffect, useInsertionEffect, useState } from 'react'

/** Elements that render nothing, or nothing of a tab. */
const NOT_OVERLAYS = 'script, style, link, template, [data-styles], .p-toast'

/**
 * Keeps the overlays of a tab within its styles, and hides them with the tab. PrimeReact appends them to the returned
 * element. What is appended to `body` otherwise counts as the active tab's.
 *
 * @param styles value of `data-styles`, which identifies the build
 */
export function useOverlays(styles: string, isActive: boolean): HTMLElement {
  const [element] = useState(() => document.createElement('section'))
  const [ofShell] = useState(() => new Set<Node>(document.body.children))

  // Before the layout effects of the tab, which may measure an overlay.
  useInsertionEffect(() => {
    element.className = 'tab-overlays'
    // A landmark for what is outside of the main one.
    element.ariaLabel = 'Sobre la pestaña'
    element.dataset.styles = styles
    document.body.append(element)
    return () => element.remove()
  }, [element, styles])

  useEffect(() => {
    for (const overlay of document.querySelectorAll<HTMLElement>('body > [data-styles]')) {
      if (overlay.dataset.styles === styles) overlay.toggleAttribute('data-hidden', !isActive)
    }
    if (!isActive) return
    const claim = () => {
      for (const added of document.body.children) {
        const isOverlay = added instanceof HTMLElement && !ofShell.has(added) && !added.matches(NOT_OVERLAYS)
        if (isOverlay) added.dataset.styles = styles
      }
    }
    claim()
    const observer = new MutationObserver(claim)
    observer.observe(document.body, { childList: true })
    return () => observer.disconnect()
  }, [styles, isActive, ofShell])

  return element
}
