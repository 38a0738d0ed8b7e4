import type { DisplayedField, FacetColumn, Query, RowStore } from '@canje/large-table'
import { useMemo } from 'react'
import { useComputed } from './useComputed'

/** The figures that a tab shows about its rows. */
export interface Figures {
  /** A field whose numbers are added up. */
  sum: DisplayedField | undefined
  /** The columns whose values are counted. */
  facets: readonly FacetColumn[]
}

/**
 * Computes the figures of a query, after its page, which staff wait for.
 *
 * @param rows complete rows; undefined until then
 * @returns the figures of the query, or of the previous one while they are computed or when that fails
 */
export function useSummary<R>(rows: RowStore<R> | undefined, query: Query, figures: Figures, isPageLoading: boolean) {
  const request = useMemo(() => rows && { rows, query, ...figures }, [rows, query, figures])
  // Other pages of a query have the same figures. The page of the same rows reports a failure.
  const last = useComputed(isPageLoading ? undefined : request, async ({ rows, query, sum, facets }) => {
    const summary = await rows.summary({ query, sum, facets })
    return {
      ...summary,
      query,
      /** The number of all rows. */
      total: rows.count,
    }
  })
  return rows && last?.value
}
