import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Focuses a fallback element when the focused control unmounts or is disabled. Otherwise the browser focuses the body, and
 * Tab starts at the top of the page. The caller must render when a control unmounts or is disabled.
 *
 * @param fallback the element to focus
 * @returns event handlers for the element that contains the controls
 */
export function useFocusFallback(fallback: RefObject<HTMLElement | null>) {
  const focused = useRef<Element>(undefined)

  useLayoutEffect(() => {
    const control = focused.current
    if (!control || (control.isConnected && !control.matches(':disabled'))) return
    focused.current = undefined
    const { activeElement } = document
    if (activeElement === control || activeElement === document.body) fallback.current?.focus({ preventScroll: true })
  })

  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target
    },
    onBlur: () => {
      focused.current = undefined
    },
  }
}
