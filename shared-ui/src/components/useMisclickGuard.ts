import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useWait } from '../state/useWait'

/** How long a row that has changed ignores presses, in milliseconds. */
const IGNORED_MS = 400
/** A change is the person's own when it comes this soon after the act, in milliseconds. */
const OWN_MS = 1_000
/** How long the note of an ignored press is shown, in milliseconds. */
const NOTE_MS = 3_000
const NOTE = 'Espere un momento: la lista acaba de cambiar.'
const NEVER = Number.NEGATIVE_INFINITY

/**
 * Ignores presses on rows that have just changed without the person's act, and says so. A row is whatever others may
 * replace, such as a receipt.
 *
 * @param region the element that contains the rows
 * @param keys identify the displayed rows, in their order; undefined while there are none
 * @param asked another value with each act that is to change the rows: the next change is the person's own, unless it is
 *   late, or the person has turned to the rows meanwhile
 * @param rowOf finds the row of an element in the region; by default, in one table body
 * @returns handlers for an element around the region, and the note, which is empty unless a press was ignored
 */
export function useMisclickGuard(
  region: RefObject<HTMLElement | null>,
  keys: readonly string[] | undefined,
  asked: string,
  rowOf = (element: Element) => element.closest<HTMLTableRowElement>('tbody > tr')?.sectionRowIndex,
) {
  const [ignoredAt, setIgnoredAt] = useState<number>()
  const isNoteOver = useWait(ignoredAt, NOTE_MS) !== 'short'
  const shown = useRef({ keys, asked, askedAt: NEVER, changedAt: [] as readonly number[] })

  // A layout effect, so that no press occurs before it.
  useLayoutEffect(() => {
    if (!keys) return
    const now = performance.now()
    const before = shown.current
    const askedAt = before.asked === asked ? before.askedAt : now
    const time = !before.keys || now - askedAt < OWN_MS ? NEVER : now
    const changedAt = keys.map((key, row) => (key === before.keys?.[row] ? (before.changedAt[row] ?? NEVER) : time))
    shown.current = { keys, asked, askedAt: String(keys) === String(before.keys) ? askedAt : NEVER, changedAt }
  }, [keys, asked])

  function turnToRows({ target }: { target: EventTarget }) {
    const isInRegion = target instanceof Element && region.current?.contains(target)
    if (isInRegion && rowOf(target) !== undefined) shown.current.askedAt = NEVER
  }

  function isMisclick({ target, button }: MouseEvent): boolean {
    // The right button presses nothing.
    if (button === 2 || !(target instanceof Element) || !region.current?.contains(target)) return false
    const row = target.closest('a, button') ? rowOf(target) : undefined
    const now = performance.now()
    if (row === undefined || now - (shown.current.changedAt[row] ?? NEVER) >= IGNORED_MS) return false
    setIgnoredAt(now)
    return true
  }

  function ignoreMisclick(event: MouseEvent) {
    if (!isMisclick(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    note: ignoredAt === undefined || isNoteOver ? '' : NOTE,
    handlers: {
      onFocusCapture: turnToRows,
      onPointerDownCapture: turnToRows,
      // No click follows when the pressed button is gone.
      onPointerUpCapture: (event: MouseEvent) => void isMisclick(event),
      onClickCapture: ignoreMisclick,
      onAuxClickCapture: ignoreMisclick,
    },
  }
}
