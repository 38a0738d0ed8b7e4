import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'

interface RovingFocusOptions {
  /** Up and down move between the items, instead of left and right. */
  isVertical?: boolean
  /** Moves the focus of a removed item to the next one. */
  keepsFocus?: boolean
  /** The items are rows: a selector of the controls in them, which follow the row that is the tab stop. */
  controls?: string
}

/**
 * Makes a group of controls one tab stop; arrow keys, Home and End move between them. It sets `tabindex` in the DOM, so
 * that the controls can be those of any component, and follows controls that appear, vanish or are disabled.
 *
 * Of rows, one is the tab stop, and Tab never reaches the controls of another one. The keys move between rows, or between
 * the links and buttons of a column.
 *
 * @param items a selector of the controls; disabled and hidden ones are skipped
 * @returns ref and event handlers for the element that contains the controls
 */
export function useRovingFocus<Group extends HTMLElement>(
  items: string,
  { isVertical = false, keepsFocus = false, controls }: RovingFocusOptions = {},
) {
  const group = useRef<Group>(null)
  const last = useRef<Position>({ items: [], index: 0, section: null, isFocused: false })

  function setTabStop(all: readonly HTMLElement[]) {
    const { items, index, section, isFocused } = last.current
    // A second press of the key that closed this section must not reach 'Borrar', the first item of the next one.
    const other = section?.isConnected === false ? all.at(-1) : all[Math.min(index, all.length - 1)]
    const stop = items.find((item) => all.includes(item) && item.closest('section') === section) ?? other
    for (const item of all) {
      const inner = controls === undefined ? [] : item.querySelectorAll<HTMLElement>(controls)
      const tabIndex = item === stop ? 0 : -1
      for (const element of [item, ...inner]) {
        if (element.getAttribute('tabindex') !== String(tabIndex)) element.tabIndex = tabIndex
      }
    }
    last.current.items = stop ? all.slice(all.indexOf(stop)) : []
    last.current.section = stop?.closest('section') ?? null
    if (items[0]?.isConnected !== false) return
    last.current.isFocused = false
    if (keepsFocus && isFocused) stop?.focus()
  }

  const sync = useEffectEvent((container: Element) => setTabStop(itemsOf(container)))
  useEffect(() => {
    const { current: container } = group
    if (!container) return
    sync(container)
    const observer = new MutationObserver(() => sync(container))
    observer.observe(container, { childList: true, subtree: true, attributeFilter: ['disabled', 'tabindex'] })
    return () => observer.disconnect()
  }, [])

  function itemsOf(container: Element): HTMLElement[] {
    const all = [...container.querySelectorAll<HTMLElement>(items)]
    // All rows are visible, and the browser would lay the page out to say so.
    return controls === undefined ? all.filter(isFocusable) : all
  }

  return {
    ref: group,
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const all = itemsOf(currentTarget)
      // React passes on the focus in a dialog that a control renders elsewhere.
      const index = all.findIndex((item) => item.contains(target))
      if (index === -1) return
      const section = target.closest('section')
      last.current = { items: all.slice(index), index, section, isFocused: target === all[index] }
      setTabStop(all)
    },
    onBlur: () => {
      last.current.isFocused = false
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const target = event.target as HTMLElement
      const rows = itemsOf(event.currentTarget)
      const all = rows.includes(target) ? rows : controls === undefined ? [] : columnOf(target, rows)
      const index = all.indexOf(target)
      if (index === -1 || event.ctrlKey || event.altKey || event.metaKey) return
      const next = all[targetIndex(event.key, index, all.length, isVertical)]
      if (!next) return
      event.preventDefault()
      next.focus()
    },
  }
}

interface Position {
  /** The item that is the tab stop, and those after it, of which the first that is left follows it. */
  items: readonly HTMLElement[]
  /** Its place, of which another item is the tab stop when none of them is left. */
  index: number
  /** The section around it: a receipt and the bar of a selection are two of one group. */
  section: Element | null
  /** The item itself has the focus, not one of its controls. */
  isFocused: boolean
}

/** The links and buttons of the column of one; none for another control, whose keys are its own. */
function columnOf(control: HTMLElement, rows: readonly HTMLElement[]): HTMLElement[] {
  const column = control.closest('td')?.cellIndex
  if (column === undefined || !control.matches('a, button')) return []
  const cells = rows.map((row) => row.querySelectorAll('td')[column])
  return cells.flatMap((cell) => [...(cell?.querySelectorAll<HTMLElement>('a, button') ?? [])]).filter(isFocusable)
}

/** Whether a control is enabled and visible. */
export function isFocusable(item: HTMLElement): boolean {
  // Older browsers and jsdom lack checkVisibility.
  return !item.matches(':disabled') && (!('checkVisibility' in item) || item.checkVisibility())
}

/** @returns the index of the item that a key leads to; -1 for other keys */
function targetIndex(key: string, index: number, count: number, isVertical: boolean): number {
  const [back, forward] = isVertical ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
  if (key === back) return Math.max(index - 1, 0)
  if (key === forward) return Math.min(index + 1, count - 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : -1
}
