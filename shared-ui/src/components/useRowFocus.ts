import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { isFocusable, targetIndex } from './useRovingFocus'

const ROW = 'tr[tabindex]'
const CONTROLS = 'a[href], button, input, select, textarea'

/** The row that is the tab stop. */
interface Position {
  row: HTMLElement | undefined
  index: number
  /** The row itself has the focus, not one of its controls. */
  isFocused: boolean
}

/**
 * Makes the rows of a table body one tab stop, followed by the controls of that row only: Tab never reaches those of another
 * row. Up, down, Home and End move between rows, or between the links and buttons of a column. It sets `tabindex` in the
 * DOM, and follows rows and controls that appear, vanish or are disabled.
 *
 * @returns event handlers for the body
 */
export function useRowFocus(body: RefObject<HTMLElement | null>) {
  const last = useRef<Position>({ row: undefined, index: 0, isFocused: false })

  useEffect(() => {
    const { current: container } = body
    if (!container) return
    const sync = () => setTabStops(container, last.current)
    sync()
    const observer = new MutationObserver(sync)
    observer.observe(container, { childList: true, subtree: true, attributeFilter: ['tabindex'] })
    return () => observer.disconnect()
  }, [body])

  return {
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const rows = rowsOf(currentTarget)
      // Not in a dialog that a control of a row renders elsewhere.
      const index = rows.findIndex((row) => row.contains(target))
      if (index === -1) return
      last.current = { row: rows[index], index, isFocused: target === rows[index] }
      setTabStops(currentTarget, last.current)
    },
    onBlur: () => {
      last.current.isFocused = false
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { target, currentTarget, key } = event
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const all = alike(target as HTMLElement, currentTarget)
      const index = all.indexOf(target as HTMLElement)
      const next = index === -1 ? undefined : all[targetIndex(key, index, all.length, true)]
      if (!next) return
      event.preventDefault()
      next.focus()
    },
  }
}

function rowsOf(body: Element): HTMLElement[] {
  return [...body.querySelectorAll<HTMLElement>(ROW)]
}

/** The rows for a row, and for a link or button those of its column; none for another control, whose keys are its own. */
function alike(target: HTMLElement, body: Element): HTMLElement[] {
  if (target.matches(ROW)) return rowsOf(body)
  const column = target.closest('td')?.cellIndex
  if (column === undefined || !target.matches('a, button')) return []
  const cells = rowsOf(body).map((row) => row.querySelectorAll('td')[column])
  return cells.flatMap((cell) => [...(cell?.querySelectorAll<HTMLElement>('a, button') ?? [])]).filter(isFocusable)
}

function setTabStops(body: Element, position: Position): void {
  const rows = rowsOf(body)
  const { row, index, isFocused } = position
  const stop = row && rows.includes(row) ? row : rows[Math.min(index, rows.length - 1)]
  for (const other of rows) {
    const tabIndex = other === stop ? 0 : -1
    for (const element of [other, ...other.querySelectorAll<HTMLElement>(CONTROLS)]) {
      if (element.getAttribute('tabindex') !== String(tabIndex)) element.tabIndex = tabIndex
    }
  }
  position.row = stop
  // The row that is now at the place of a removed one.
  if (isFocused && row?.isConnected === false) stop?.focus()
}
