import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Table } from '../state/useTable'

/** Shows another page, page size or order from its top, once its rows are there. The same page loaded again stays put. */
export function useScrolledToTop(
  region: RefObject<HTMLElement | null>,
  { first, size, order, isTurning }: Pick<Table<unknown>, 'first' | 'size' | 'order' | 'isTurning'>,
): void {
  const view = JSON.stringify([first, size, order])
  const shown = useRef(view)

  useLayoutEffect(() => {
    if (isTurning || shown.current === view) return
    shown.current = view
    if (region.current) region.current.scrollTop = 0
  })
}
