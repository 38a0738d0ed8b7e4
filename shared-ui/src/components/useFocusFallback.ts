import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the keyboard's focus close by: when the control that has it goes or is disabled, the browser would give it to the
 * page, and the next Tab would start from the top.
 *
 * @param heir gets the focus then
 * @returns what the element around the controls listens with; whoever calls this is drawn again when one of them goes
 */
export function useKeptFocus(heir: RefObject<HTMLElement | null>) {
  const focused = useRef<Element>(undefined)

  useLayoutEffect(() => {
    const control = focused.current
    if (!control || (control.isConnected && !control.matches(':disabled'))) return
    focused.current = undefined
    const { activeElement } = document
    if (activeElement === control || activeElement === document.body) heir.current?.focus({ preventScroll: true })
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
