import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** PrimeReact's modal dialogs have such an element at either end, which turns the focus back. */
const EDGE = '[data-p-hidden-focusable]'
const CONTROLS = ':enabled:not([tabindex="-1"])'

/**
 * Makes a part of the page, which is painted over modal dialogs, the last part of their ring of tab stops. Its keys, such as
 * Escape, do not reach them. When it unmounts, the focus returns to where it came from.
 *
 * @returns event handlers for the part
 */
export function useDialogRing(part: RefObject<HTMLElement | null>) {
  const cameFrom = useRef<HTMLElement>(null)

  useEffect(() => {
    const enter = (event: globalThis.FocusEvent) => {
      const { target, relatedTarget } = event
      const edge = target instanceof Element && target.matches(EDGE) ? target : null
      const dialog = edge?.closest('[aria-modal=true]')
      if (!edge || !(relatedTarget instanceof HTMLElement) || !dialog?.contains(relatedTarget)) return
      event.stopImmediatePropagation()
      const isForward = edge !== dialog.querySelector(EDGE)
      controlsOf(part.current)
        .at(isForward ? 0 : -1)
        ?.focus()
      cameFrom.current = relatedTarget
    }
    // Before the dialog's own listener.
    window.addEventListener('focusin', enter, true)
    return () => window.removeEventListener('focusin', enter, true)
  }, [part])

  useLayoutEffect(
    () => () => {
      if (part.current?.contains(document.activeElement)) cameFrom.current?.focus({ preventScroll: true })
    },
    [part],
  )

  return {
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
        cameFrom.current = relatedTarget
      }
    },
    onKeyDown: (event: KeyboardEvent) => {
      event.stopPropagation()
      const edges = openDialog()?.querySelectorAll<HTMLElement>(EDGE)
      const last = controlsOf(part.current).at(event.shiftKey ? 0 : -1)
      if (event.key !== 'Tab' || event.target !== last || !edges?.length) return
      event.preventDefault()
      edges[event.shiftKey ? edges.length - 1 : 0]?.focus()
    },
  }
}

function controlsOf(part: HTMLElement | null): HTMLElement[] {
  return [...(part?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])]
}

/** The uppermost modal dialog of the active tab. */
function openDialog(): Element | undefined {
  return [...document.querySelectorAll('[aria-modal=true]')].findLast(
    (dialog) => !dialog.closest('[hidden], [data-hidden]'),
  )
}
