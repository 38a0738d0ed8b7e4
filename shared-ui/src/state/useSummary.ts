import type { DisplayedField, FacetColumn, Query, RowStore, Summary } from '@canje/large-table'
import { useEffect, useMemo, useRef, useState } from 'react'

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
export function useSummary<R>(
  rows: RowStore<R> | undefined,
  query: Query,
  { sum, facets }: Figures,
  isPageLoading: boolean,
): Summary | undefined {
  const [summary, setSummary] = useState<Summary>()
  const request = useMemo(() => ({ rows, query, sum, facets }), [rows, query, sum, facets])
  /** The last request: other pages of its query have the same figures. */
  const latest = useRef<object>(undefined)

  useEffect(() => {
    const { rows, ...figures } = request
    if (!rows || isPageLoading || latest.current === request) return
    latest.current = request
    rows.summary(figures).then(
      (computed) => {
        if (latest.current === request) setSummary(computed)
      },
      // The page of the same rows reports a failure.
      () => undefined,
    )
  }, [request, isPageLoading])

  return rows && summary
}
