import type { AnyRow } from '@canje/large-table'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { RowSelection } from '../state/useSelection'

/** How long a finger rests on a row that it selects, in milliseconds. */
const LONG_PRESS_MS = 500
/** A press on a button beside the links selects nothing. */
const BUTTON = 'button:not(.cell-link)'
/** Ctrl+click on the text of a link opens it in a new tab; the link itself fills its cell. */
const LINK_TEXT = `${BUTTON}, a:not(.cell-link), a.cell-link > *`
/** How far it may move meanwhile, in CSS pixels. */
const MOVE_PX = 10

type Presses = Pick<RowSelection<AnyRow>, 'rows' | 'isShown' | 'toggle' | 'extendTo' | 'selectAll' | 'clear'>

/**
 * Selects rows by keys and presses: Space, a press on its box, Ctrl+click outside the text of a link, and a long press select a row, or no longer;
 * Shift with Space or a click selects the rows up to it, and Ctrl+A those of the view. Escape ends the selection.
 *
 * @returns handlers for the region of the table, and for what is around it
 */
export function useSelectionInput(selection: Presses) {
  const touch = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  /** A long press was made, whose click must not do more. */
  const isHeld = useRef(false)

  const release = () => clearTimeout(touch.current?.timer)
  useEffect(() => () => clearTimeout(touch.current?.timer), [])

  function hold(row: number) {
    release()
    isHeld.current = true
    selection.toggle(row)
  }

  function select(row: number, isRange: boolean) {
    if (isRange && selection.rows.size > 0) selection.extendTo(row)
    else selection.toggle(row)
  }

  function actionOf(event: KeyboardEvent<HTMLElement>): (() => void) | undefined {
    const { key, shiftKey, target } = event
    const isCommand = event.ctrlKey || event.metaKey
    const row = (target as Element).matches('tr') ? rowOf(target) : undefined
    if (key === ' ' && row !== undefined && !isCommand) return () => select(row, shiftKey)
    if (isCommand && !shiftKey && key.toLowerCase() === 'a') return selection.selectAll
    return selection.isShown && key === 'Escape' ? selection.clear : undefined
  }

  return {
    keyHandlers: {
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const { target, currentTarget } = event
        if (!(target instanceof Element) || event.altKey || target.matches('input, textarea, select')) return
        // A dialog or panel inside the table has keys of its own.
        if (currentTarget.contains(target.closest('[role=dialog], .detail-panel'))) return
        const action = actionOf(event)
        if (!action) return
        event.preventDefault()
        event.stopPropagation()
        if (!event.repeat) action()
      },
    },
    regionHandlers: {
      onMouseDown: (event: MouseEvent) => {
        // The browser would mark the texts up to this row.
        if (event.shiftKey && pressedRow(event) !== undefined) event.preventDefault()
      },
      onClickCapture: (event: MouseEvent) => {
        const row = pressedRow(event)
        const isBox = event.target instanceof Element && event.target.matches('.row-box')
        const isSelecting = row !== undefined && (isBox || event.shiftKey || event.ctrlKey || event.metaKey)
        if (!isSelecting && !isHeld.current) return
        isHeld.current = false
        event.preventDefault()
        event.stopPropagation()
        if (isSelecting) select(row, event.shiftKey)
      },
      onPointerDown: (event: PointerEvent) => {
        const row = rowOf(event.target)
        isHeld.current = false
        release()
        if (event.pointerType !== 'touch' || row === undefined) return
        const timer = setTimeout(() => hold(row), LONG_PRESS_MS)
        touch.current = { timer, x: event.clientX, y: event.clientY }
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { x = 0, y = 0 } = touch.current ?? {}
        if (Math.hypot(clientX - x, clientY - y) > MOVE_PX) release()
      },
      onPointerUp: release,
      // The page scrolls.
      onPointerCancel: release,
      onContextMenu: (event: MouseEvent) => {
        const isTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch'
        const row = rowOf(event.target)
        if (!isTouch || row === undefined) return
        event.preventDefault()
        // Some browsers call a press long before LONG_PRESS_MS.
        if (!isHeld.current) hold(row)
      },
    },
  }
}

/** The row that a click with a modifier selects. A click of the keyboard, without a position, is of the link. */
function pressedRow({ target, ctrlKey, metaKey, detail }: MouseEvent): number | undefined {
  if (detail === 0) return rowOf(target, 'a, button')
  return rowOf(target, ctrlKey || metaKey ? LINK_TEXT : BUTTON)
}

/** The index of the row around an element on the page; undefined in one that has presses of its own. */
function rowOf(target: EventTarget, others = BUTTON): number | undefined {
  if (!(target instanceof Element) || target.closest(others)) return undefined
  return target.closest<HTMLTableRowElement>('tbody > tr[tabindex]')?.sectionRowIndex
}
