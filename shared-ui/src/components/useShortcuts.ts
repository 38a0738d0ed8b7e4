import { type RefObject, useEffect, useEffectEvent } from 'react'
import { openDialog } from './open-dialog'

/**
 * Presses what declares a key by `aria-keyshortcuts` around a table, such as 'Alt+N', 'Control+Z', 'Delete' or '/', wherever
 * the focus is, while the table is in sight. A field gets the focus instead. In a row, it is pressed for the row with the
 * focus only.
 *
 * @param region of the table
 * @param onHelp called by '?', which has no control
 */
export function useShortcuts(region: RefObject<HTMLElement | null>, onHelp: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { current } = region
    const { target } = event
    if (!current || !(target instanceof Element) || !isInSight(current)) return
    const shortcut = shortcutOf(event)
    if (!isMeant(shortcut, current, target)) return
    const control = controlOf(shortcut, current, target)
    if (!control && shortcut !== '?') return
    event.preventDefault()
    if (event.repeat) return
    if (!control) onHelp()
    else if (!isField(control)) control.click()
    else {
      control.focus()
      control.select()
    }
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    // The capture phase precedes the parts of the page that keep keys to themselves.
    document.addEventListener('keydown', listener, true)
    return () => document.removeEventListener('keydown', listener, true)
  }, [])
}

/** What acts on a selection precedes the button of a row, and those of a receipt above it. */
function controlOf(shortcut: string, region: HTMLElement, target: Element): HTMLElement | undefined {
  const selector = `[aria-keyshortcuts=${JSON.stringify(shortcut)}]`
  const declared = [...(region.closest('.p-datatable')?.querySelectorAll<HTMLElement>(selector) ?? [])]
  return declared.findLast((one) => !one.closest('tr')) ?? declared.find((one) => one.closest('tr')?.contains(target))
}

/** Other tabs are mounted, but hidden, and a dialog is modal. */
function isInSight(element: HTMLElement): boolean {
  const dialog = openDialog(element)
  return !element.closest('[hidden]') && (!dialog || dialog.contains(element))
}

function isMeant(shortcut: string, region: HTMLElement, target: Element): boolean {
  if (shortcut.startsWith('Alt+')) return true
  if (isTyping(target)) return false
  if (shortcut === 'Delete') return region.contains(target)
  // Staff mean to copy the text that they have marked in the page.
  return shortcut !== 'Control+C' || getSelection()?.isCollapsed !== false
}

/** Empty for a chord that nothing declares. */
function shortcutOf({ key, code, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const isCommand = ctrlKey || metaKey
  if (!altKey) return isCommand ? (shiftKey ? '' : `Control+${key.toUpperCase()}`) : key
  // On a Mac, a letter with Alt types another character.
  const letter = /^[a-z]$/i.test(key) || isTyping(target) ? key : code.replace('Key', '')
  return isCommand ? '' : `Alt+${letter.toUpperCase()}`
}

function isTyping(target: EventTarget | null): boolean {
  return isField(target) || (target instanceof HTMLElement && target.isContentEditable)
}

function isField(target: EventTarget | null) {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
