import { type RefObject, type UIEvent, useLayoutEffect, useRef } from 'react'
import type { Table } from '../state/useTable'

/**
 * Shows another result, page, page size or order from its top, once its rows are there. The same page loaded again stays
 * put.
 *
 * @returns what the region listens with
 */
export function useScrolledToTop(
  region: RefObject<HTMLElement | null>,
  {
    edition,
    first,
    size,
    order,
    isTurning,
  }: Pick<Table<unknown>, 'edition' | 'first' | 'size' | 'order' | 'isTurning'>,
) {
  const view = JSON.stringify([edition, first, size, order])
  const shown = useRef(view)
  // To set the place of a region that is at its top costs a page turn 3 ms all the same.
  const isScrolled = useRef(false)

  useLayoutEffect(() => {
    if (isTurning || shown.current === view) return
    shown.current = view
    if (isScrolled.current && region.current) region.current.scrollTop = 0
  })

  return {
    onScroll: ({ currentTarget }: UIEvent) => {
      isScrolled.current = currentTarget.scrollTop > 0
    },
  }
}
