import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react'
import type { Code } from './api/select-codes'

/** How long a button that has just moved takes no press, in milliseconds. */
const SETTLE_MS = 1_500
/** How far the pointer must move to mean the button that it is on now, in CSS pixels. */
const SETTLE_PX = 8

interface Point {
  clientX: number
  clientY: number
}

/** A deletion, and what is known of the rows that move up after it. */
interface Deletion {
  code: Code
  /** The last page that showed its row. */
  before: readonly Code[]
  /** When the rows moved; undefined while its row is shown. */
  movedAt?: number | undefined
  /** Where the pointer was then; undefined once it has moved on. */
  point?: Point | undefined
}

export interface MovedRows {
  /** Whether a press is meant for a row that was there before a deletion moved another one to its place. */
  isMistaken: (press: MouseEvent, code: Code) => boolean
  /** Registers the deletion of a code: presses are judged from when its row goes. */
  expectGone: (code: Code) => void
}

/**
 * Tells presses that a deletion has put on another code: the next 'Borrar' moves to the place of the one just pressed.
 *
 * @param page the codes on the screen
 */
export function useMovedRows(page: readonly Code[] | undefined): MovedRows {
  const deletions = useRef<Deletion[]>([])
  const pointer = useRef<Point>(undefined)

  useEffect(() => {
    const follow = (event: PointerEvent) => {
      pointer.current = event
      for (const deletion of deletions.current) {
        if (deletion.point && distance(deletion.point, event) >= SETTLE_PX) deletion.point = undefined
      }
    }
    document.addEventListener('pointermove', follow)
    document.addEventListener('pointerdown', follow)
    return () => {
      document.removeEventListener('pointermove', follow)
      document.removeEventListener('pointerdown', follow)
    }
  }, [])

  // Before the browser paints: no press comes between.
  useLayoutEffect(() => {
    for (const deletion of deletions.current) {
      if (page && placeOf(deletion.code, page) >= 0) {
        // Also when the row was away with its page: it still has to go.
        Object.assign(deletion, { before: page, movedAt: undefined, point: undefined })
      } else if (deletion.movedAt === undefined) {
        deletion.movedAt = performance.now()
        deletion.point = pointer.current
      }
    }
  }, [page])

  function isMistaken(press: MouseEvent, code: Code): boolean {
    const now = performance.now()
    const place = placeOf(code, page)
    return deletions.current.some(({ code: gone, before, movedAt, point }) => {
      if (movedAt === undefined || now - movedAt >= SETTLE_MS) return false
      return isOfMouse(press) ? point !== undefined && placeOf(code, before) !== place : placeOf(gone, before) === place
    })
  }

  return {
    isMistaken,
    expectGone: (code) => {
      // One that has failed stays: its row may still go, and does nothing until then.
      const others = deletions.current.filter((other) => other.code.id !== code.id)
      deletions.current = [...others, { code, before: page ?? [] }]
    },
  }
}

/** Index of a code's row; -1 where it is not shown. A list that is loaded again has other objects. */
function placeOf({ id }: Code, page: readonly Code[] | undefined): number {
  return page?.findIndex((other) => other.id === id) ?? -1
}

/** A press by keyboard has no clicks to count. */
function isOfMouse({ detail, nativeEvent }: MouseEvent): boolean {
  return detail > 0 && !('pointerType' in nativeEvent && nativeEvent.pointerType === 'touch')
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
}
