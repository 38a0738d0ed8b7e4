import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Calls a function when a key is pressed anywhere in the page, except in a field, while an element is in sight: other tabs are
 * mounted, but hidden, and a dialog is modal.
 */
export function usePageKey(key: string, element: RefObject<HTMLElement | null>, onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.defaultPrevented || isTyping(event.target)) return
    const { current } = element
    if (!current || current.closest('[hidden]') || document.querySelector('[aria-modal=true]')) return
    event.preventDefault()
    onPress()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
