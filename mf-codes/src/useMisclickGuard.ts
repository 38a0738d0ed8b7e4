import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react'
import type { Code } from './api/select-codes'

/** Time after a row has moved in which presses are ignored, in milliseconds. */
const SETTLE_MS = 1_500
/** Pointer movement after which a press is intentional, in CSS pixels. */
const SETTLE_PX = 8

interface Point {
  clientX: number
  clientY: number
}

/** A deletion with the layout shift that follows it. */
interface Deletion {
  code: Code
  /** The last page with its row. */
  before: readonly Code[]
  /** Time of the layout shift by `performance.now()`; undefined while its row is displayed. */
  movedAt?: number | undefined
  /** Pointer position at that time; undefined once the pointer has moved away. */
  point?: Point | undefined
}

/** See {@link useMisclickGuard}. */
export interface MisclickGuard {
  /** Whether a press was aimed at a row that a deletion has replaced. */
  isMisclick: (press: MouseEvent, code: Code) => boolean
  /** Registers the deletion of a code. The guard starts when its row disappears. */
  registerDeletion: (code: Code) => void
}

/**
 * Detects misclicks after a deletion: the 'Borrar' button of the next row moves to the position just pressed.
 *
 * @param page displayed codes
 */
export function useMisclickGuard(page: readonly Code[] | undefined): MisclickGuard {
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

  // A layout effect, so that no press occurs before it.
  useLayoutEffect(() => {
    for (const deletion of deletions.current) {
      if (page && indexOf(deletion.code, page) >= 0) {
        // Also when the row returns with its page: its deletion is still pending.
        Object.assign(deletion, { before: page, movedAt: undefined, point: undefined })
      } else if (deletion.movedAt === undefined) {
        deletion.movedAt = performance.now()
        deletion.point = pointer.current
      }
    }
  }, [page])

  function isMisclick(press: MouseEvent, code: Code): boolean {
    const now = performance.now()
    const index = indexOf(code, page)
    return deletions.current.some(({ code: deleted, before, movedAt, point }) => {
      if (movedAt === undefined || now - movedAt >= SETTLE_MS) return false
      return isMousePress(press)
        ? point !== undefined && indexOf(code, before) !== index
        : indexOf(deleted, before) === index
    })
  }

  return {
    isMisclick,
    registerDeletion: (code) => {
      // Failed deletions are kept: they have no effect until their row disappears.
      const others = deletions.current.filter((other) => other.code.id !== code.id)
      deletions.current = [...others, { code, before: page ?? [] }]
    },
  }
}

/** Row index of a code, or -1. Compares ids, since a reload creates new objects. */
function indexOf({ id }: Code, page: readonly Code[] | undefined): number {
  return page?.findIndex((other) => other.id === id) ?? -1
}

/** `detail` is 0 for a press by keyboard. */
function isMousePress({ detail, nativeEvent }: MouseEvent): boolean {
  return detail > 0 && !('pointerType' in nativeEvent && nativeEvent.pointerType === 'touch')
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
}
