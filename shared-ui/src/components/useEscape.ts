import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useTab } from '../state/TabRoot'
import { openDialog } from './open-dialog'

/**
 * Closes a part of a tab by Escape, unless something over it closes first: a modal dialog, or a tooltip.
 *
 * @param fields a selector of elements that keep the key
 */
export function useEscape(part: RefObject<Element | null>, onClose: () => void, fields = ':not(*)'): void {
  const { isActive } = useTab()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented } = event
    if (key !== 'Escape' || defaultPrevented || !isActive || !part.current) return
    const isKept = target instanceof Element && target.closest(fields)
    const hasTooltip = [...document.querySelectorAll('.p-tooltip')].some((tooltip) => !tooltip.closest('[hidden]'))
    const dialog = openDialog(part.current) ?? part.current
    if (isKept || hasTooltip || dialog !== part.current) return
    event.preventDefault()
    onClose()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
