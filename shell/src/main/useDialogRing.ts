import { openDialog } from '@canje/shared-ui/open-dialog'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** PrimeReact's modal dialogs have such an element at either end, which turns the focus back. */
const EDGE = '[data-p-hidden-focusable]'
const CONTROLS = ':enabled:not([tabindex="-1"])'

/**
 * Makes a part of the page, which is painted over modal dialogs, the last part of their ring of tab stops. Its keys, such as
 * Escape, do not reach them. When it unmounts, the focus returns to where it was before.
 *
 * @returns the event handler for the part
 */
export function useDialogRing(part: RefObject<HTMLElement | null>) {
  const outside = useRef(document.activeElement)

  useEffect(() => {
    const follow = (event: FocusEvent) => {
      const { target, relatedTarget } = event
      if (!part.current || !(target instanceof Element) || part.current.contains(target)) return
      const dialog = openDialog(part.current)
      if (!target.matches(EDGE)) outside.current = target
      else if (relatedTarget instanceof Element && dialog?.contains(target) && dialog.contains(relatedTarget)) {
        event.stopImmediatePropagation()
        const isFirst = target === dialog.querySelector(EDGE)
        controlsOf(part.current)
          .at(isFirst ? -1 : 0)
          ?.focus()
      }
    }
    // Before the dialog's own listener.
    window.addEventListener('focusin', follow, true)
    return () => window.removeEventListener('focusin', follow, true)
  }, [part])

  useLayoutEffect(
    () => () => {
      if (!part.current?.contains(document.activeElement)) return
      if (outside.current instanceof HTMLElement) outside.current.focus({ preventScroll: true })
    },
    [part],
  )

  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      event.stopPropagation()
      const { currentTarget, target, key, shiftKey } = event
      const edges = [...(openDialog(currentTarget)?.querySelectorAll<HTMLElement>(EDGE) ?? [])]
      const edge = edges.at(shiftKey ? -1 : 0)
      if (!edge || key !== 'Tab' || target !== controlsOf(currentTarget).at(shiftKey ? 0 : -1)) return
      event.preventDefault()
      edge.focus()
    },
  }
}

function controlsOf(part: HTMLElement): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(CONTROLS)]
}
