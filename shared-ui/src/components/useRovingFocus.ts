import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

interface RovingFocusOptions {
  /** Up and down move between the items, instead of left and right. */
  isVertical?: boolean
  /** Moves the focus of a removed item to the one that is now at its place. */
  keepsFocus?: boolean
}

/**
 * Makes a group of controls one tab stop; arrow keys, Home and End move between them. It sets `tabindex` in the DOM, so
 * that the controls can be those of any component, and follows controls that appear, vanish or are disabled.
 *
 * @param group the element that contains the controls
 * @param items a selector of the controls; disabled and hidden ones are skipped
 * @returns event handlers for the group
 */
export function useRovingFocus(
  group: RefObject<HTMLElement | null>,
  items: string,
  { isVertical = false, keepsFocus = false }: RovingFocusOptions = {},
) {
  const last = useRef<Position>({ item: undefined, index: 0, isFocused: false })

  useEffect(() => {
    const { current: container } = group
    if (!container) return
    const sync = () => setTabStop(itemsOf(container, items), last.current, keepsFocus)
    sync()
    const observer = new MutationObserver(sync)
    observer.observe(container, { childList: true, subtree: true, attributeFilter: ['disabled', 'tabindex'] })
    return () => observer.disconnect()
  }, [group, items, keepsFocus])

  return {
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const all = itemsOf(currentTarget, items)
      const index = all.indexOf(target as HTMLElement)
      if (index === -1) return
      last.current = { item: all[index], index, isFocused: true }
      setTabStop(all, last.current, keepsFocus)
    },
    onBlur: () => {
      last.current.isFocused = false
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const all = itemsOf(event.currentTarget, items)
      const index = all.indexOf(event.target as HTMLElement)
      if (index === -1 || event.ctrlKey || event.altKey || event.metaKey) return
      const target = all[targetIndex(event.key, index, all.length, isVertical)]
      if (!target) return
      event.preventDefault()
      target.focus()
    },
  }
}

/** The item that is the tab stop. */
interface Position {
  item: HTMLElement | undefined
  index: number
  isFocused: boolean
}

function itemsOf(container: Element, items: string): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(items)].filter(isFocusable)
}

export function isFocusable(item: HTMLElement): boolean {
  // Older browsers and jsdom lack checkVisibility.
  return !item.matches(':disabled') && (!('checkVisibility' in item) || item.checkVisibility())
}

function setTabStop(all: readonly HTMLElement[], position: Position, keepsFocus: boolean): void {
  const { item, index, isFocused } = position
  const stop = item && all.includes(item) ? item : all[Math.min(index, all.length - 1)]
  for (const other of all) {
    const tabIndex = other === stop ? 0 : -1
    if (other.getAttribute('tabindex') !== String(tabIndex)) other.tabIndex = tabIndex
  }
  position.item = stop
  if (keepsFocus && isFocused && item?.isConnected === false) stop?.focus()
}

/** @returns the index of the item that a key leads to; -1 for other keys */
export function targetIndex(key: string, index: number, count: number, isVertical: boolean): number {
  const [back, forward] = isVertical ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
  if (key === back) return Math.max(index - 1, 0)
  if (key === forward) return Math.min(index + 1, count - 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : -1
}
