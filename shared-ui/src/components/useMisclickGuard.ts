import { type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Time after a change of a row in which presses on it are ignored, in milliseconds. */
const SETTLE_MS = 400
/** How long the note of an ignored press is shown, in milliseconds. */
const NOTE_MS = 3_000
const NOTE = 'Espere un momento: la lista acaba de cambiar.'

/**
 * Ignores presses on rows that have just changed without the person's act, such as by a deletion or a slow response, and
 * says so. A row is whatever others may replace, such as a receipt.
 *
 * @param region the element that contains the rows
 * @param keys identify the displayed rows, in their order; undefined while there are none
 * @param view identifies the page, order and search that the person asked for
 * @param indexOf finds the row of an element in the region; by default, in one table body
 * @returns handlers for an element around the region, and what to show
 */
export function useMisclickGuard(
  region: RefObject<HTMLElement | null>,
  keys: readonly string[] | undefined,
  view = '',
  indexOf: (element: Element) => number | undefined = indexInBody,
) {
  const [note, setNote] = useState('')
  const shown = useRef({ keys, view, askedAt: Number.NEGATIVE_INFINITY })
  const changedAt = useRef(new Map<number | undefined, number>())

  // A layout effect, so that no press occurs before it.
  useLayoutEffect(() => {
    if (!keys) return
    const now = performance.now()
    const before = shown.current
    const askedAt = before.view === view ? before.askedAt : now
    shown.current = { keys, view, askedAt }
    if (!before.keys || now - askedAt < SETTLE_MS) return
    for (const [row, key] of keys.entries()) {
      if (before.keys[row] !== key) changedAt.current.set(row, now)
    }
  }, [keys, view])

  useEffect(() => {
    if (note === '') return
    const timer = setTimeout(() => setNote(''), NOTE_MS)
    return () => clearTimeout(timer)
  }, [note])

  function sayIfMisclick({ target }: SyntheticEvent): boolean {
    if (!(target instanceof Element) || !region.current?.contains(target) || !target.closest('a, button')) return false
    const changed = changedAt.current.get(indexOf(target)) ?? Number.NEGATIVE_INFINITY
    if (performance.now() - changed >= SETTLE_MS) return false
    setNote(NOTE)
    return true
  }

  function ignoreMisclick(event: SyntheticEvent) {
    if (!sayIfMisclick(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    /** Says that a press was ignored; empty otherwise. */
    note,
    handlers: {
      // No click follows when the pressed button is gone.
      onPointerUpCapture: sayIfMisclick,
      onClickCapture: ignoreMisclick,
      onAuxClickCapture: ignoreMisclick,
    },
  }
}

function indexInBody(element: Element): number | undefined {
  return element.closest<HTMLTableRowElement>('tbody > tr')?.sectionRowIndex
}
