import type { AnyRow } from '@canje/large-table'
import { type RefObject, type UIEvent, useLayoutEffect, useRef } from 'react'
import type { TableRequest } from '../state/useRows'
import type { Table } from '../state/useTable'
import type { TableRows } from '../state/useTableRows'

interface ShownPage {
  rows: Pick<TableRows<AnyRow>, 'first' | 'isPageLoading'>
  view: Pick<Table<AnyRow>['view'], 'size' | 'order'>
  request: Pick<TableRequest, 'resultId'>
}

/**
 * Scrolls a region to its top once the rows of another result, page, page size or order have loaded. A reload of the
 * same page keeps the scroll position.
 *
 * @returns event handlers for the region
 */
export function useScrollReset(
  region: RefObject<HTMLElement | null>,
  { rows: { first, isPageLoading }, view: { size, order }, request: { resultId } }: ShownPage,
) {
  const view = JSON.stringify([resultId, first, size, order])
  const shown = useRef(view)
  // Setting scrollTop costs 3 ms per page change even when the region is at its top.
  const isScrolled = useRef(false)

  useLayoutEffect(() => {
    if (isPageLoading || shown.current === view) return
    shown.current = view
    if (isScrolled.current && region.current) region.current.scrollTop = 0
  })

  return {
    onScroll: ({ currentTarget }: UIEvent) => {
      isScrolled.current = currentTarget.scrollTop > 0
    },
  }
}
