import { openDialog } from '@canje/shared-ui/open-dialog'
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** `TabDialog` has such an element at either end, which passes the focus on. */
const EDGE = '[data-p-hidden-focusable]'
const CONTROLS = ':enabled:not([tabindex="-1"])'

/**
 * Makes a part of the page, which is painted over modal dialogs, the last part of their ring of tab stops. Its keys, such as
 * Escape, do not reach them. When it unmounts, the focus returns to where it was before.
 *
 * @returns props for the part
 */
export function useDialogRing(part: RefObject<HTMLElement | null>) {
  const outside = useRef<Element | null | undefined>(document.activeElement)

  useLayoutEffect(
    () => () => {
      if (!part.current?.contains(document.activeElement)) return
      if (outside.current instanceof HTMLElement) outside.current.focus({ preventScroll: true })
    },
    [part],
  )

  return {
    // `TabDialog` finds the part by it.
    'data-dialog-ring': '',
    onFocus: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      if (!relatedTarget || currentTarget.contains(relatedTarget)) return
      outside.current = relatedTarget.matches(EDGE) ? controlBeside(relatedTarget) : relatedTarget
    },
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

/** Returns the control of a dialog from which the focus reached an edge. */
function controlBeside(edge: Element): HTMLElement | undefined {
  return edge.parentElement ? controlsOf(edge.parentElement).at(edge.nextElementSibling ? 0 : -1) : undefined
}

function controlsOf(part: HTMLElement): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(CONTROLS)]
}
