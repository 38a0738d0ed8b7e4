import type { AnyRow, RowStore } from '@canje/large-table'
import { useLayoutEffect } from 'react'
import type { ListRequest } from '../rows/load-rows'
import { sessionLists } from '../rows/session-lists'

/**
 * Lets the rows of a tab serve everything that needs their list, in place of another request.
 *
 * @param rows the complete, unfiltered rows; undefined while the first ones load, or there are others
 * @param isLoading they are requested
 */
export function useOfferedList(
  list: ListRequest | undefined,
  rows: RowStore<AnyRow> | undefined,
  loadedAt: Date | undefined,
  isLoading: boolean,
  renewedAt: number,
): void {
  // Before the effects of what needs the list, and before the rows are closed.
  useLayoutEffect(() => {
    if (list && (rows || isLoading)) return sessionLists().offer(list, { rows, loadedAt, isLoading, renewedAt })
  }, [list, rows, loadedAt, isLoading, renewedAt])
}
