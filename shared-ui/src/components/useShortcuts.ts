import { type RefObject, useEffect, useEffectEvent } from 'react'

const DECLARED = '[aria-keyshortcuts]'
const FIELDS = 'input, textarea'

/**
 * Presses what declares a key by `aria-keyshortcuts` around a table, such as 'Alt+N', 'Control+Z', 'Delete' or '/', wherever
 * the focus is, while the table is in sight. A field gets the focus instead. In a row, it is pressed for the row with the
 * focus only.
 *
 * @param region of the table
 * @param onHelp called by '?', whose control is in a menu
 */
export function useShortcuts(region: RefObject<HTMLElement | null>, onHelp: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { current } = region
    if (event.defaultPrevented || !current || !isInSight(current)) return
    const shortcut = shortcutOf(event)
    if (!shortcut || !isMeant(shortcut, current, event.target)) return
    const control = declaredIn(current).find((one) => keysOf(one) === shortcut && isOfRow(one, event.target))
    if (!control && shortcut !== '?') return
    event.preventDefault()
    if (event.repeat) return
    if (!control) onHelp()
    else if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) control.click()
    else {
      control.focus()
      control.select()
    }
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    // In the capture phase: the close button of PrimeReact's dialogs keeps its keys to itself.
    document.addEventListener('keydown', listener, true)
    return () => document.removeEventListener('keydown', listener, true)
  }, [])
}

/** The controls around a table that declare keys. Those outside rows are first: what acts on a selection precedes a row's own. */
function declaredIn(region: HTMLElement | null): HTMLElement[] {
  const all = [...(region?.closest('.p-datatable')?.querySelectorAll<HTMLElement>(DECLARED) ?? [])]
  return [...all.filter((one) => !one.closest('tr')), ...all.filter((one) => one.closest('tr'))]
}

/** Other tabs are mounted, but hidden, and a dialog is modal. */
function isInSight(element: HTMLElement): boolean {
  const modal = [...document.querySelectorAll('[aria-modal=true]')].findLast((one) => !isHidden(one))
  return !isHidden(element) && (!modal || modal.contains(element))
}

function isHidden(element: Element): boolean {
  return element.closest('[hidden], [data-hidden]') !== null
}

function isMeant(shortcut: string, region: HTMLElement, target: EventTarget | null): boolean {
  if (shortcut.startsWith('Alt+')) return true
  if (isTyping(target)) return false
  if (shortcut === 'Delete') return target instanceof Node && region.contains(target)
  // What is marked in the page is what staff mean to copy.
  return shortcut !== 'Control+C' || getSelection()?.isCollapsed !== false
}

function keysOf(control: Element): string {
  return control.getAttribute('aria-keyshortcuts') ?? ''
}

function isOfRow(control: Element, target: EventTarget | null): boolean {
  const row = control.closest('tr')
  return !row || (target instanceof Node && row.contains(target))
}

function shortcutOf({ key, code, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string | undefined {
  const isCommand = ctrlKey || metaKey
  if (!altKey) return isCommand ? (shiftKey ? undefined : `Control+${key.toUpperCase()}`) : key
  if (isCommand) return undefined
  // On a Mac, a letter with Alt types another character.
  const letter = /^[a-z]$/i.test(key) || isTyping(target) ? key : code.replace('Key', '')
  return `Alt+${letter.toUpperCase()}`
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS))
}
