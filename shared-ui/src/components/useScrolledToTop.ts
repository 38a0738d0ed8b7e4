import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Table } from '../state/useTable'

/**
 * Shows another page, page size or order from its top, once its rows are there. The same page loaded again stays put.
 *
 * @returns what the region listens with
 */
export function useScrolledToTop(
  region: RefObject<HTMLElement | null>,
  { first, size, order, isTurning }: Pick<Table<unknown>, 'first' | 'size' | 'order' | 'isTurning'>,
) {
  const view = JSON.stringify([first, size, order])
  const shown = useRef(view)
  // To set the place of a region that is at its top costs a page turn 3 ms all the same.
  const isScrolled = useRef(false)

  useLayoutEffect(() => {
    if (isTurning || shown.current === view) return
    shown.current = view
    if (!isScrolled.current || !region.current) return
    isScrolled.current = false
    region.current.scrollTop = 0
  })

  return {
    onScroll: () => {
      isScrolled.current = true
    },
  }
}
