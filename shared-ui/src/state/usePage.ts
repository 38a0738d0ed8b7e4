import type { Page, Query, RowStore, View } from '@canje/large-table'
import { useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'

interface PageState<R> {
  /** The page of the view, or of the previous one while it loads or when that fails; undefined before the first. */
  page: Page<R> | undefined
  /** The query of that page. */
  shownQuery: Query
  /** Number of rows of the query; undefined until a page of these rows has loaded. */
  count: number | undefined
  /** The page of the view is loading. */
  isPageLoading: boolean
}

/** A page that has loaded. */
interface LoadedPage<R> {
  rows: RowStore<R> | undefined
  page: Page<R>
  query: Query
}

const NO_ROWS: Page<never> = { rows: [], first: 0, count: 0 }

/**
 * Loads a page of the rows of a query.
 *
 * @param query another object requests the page again
 * @param arrived number of rows that have arrived, in the same row store; another one requests the page again
 * @param onFailure gets the error when loading the current page fails
 */
export function usePage<R>(
  rows: RowStore<R> | undefined,
  { first, size, query }: View,
  arrived: number,
  onFailure: (error: unknown) => void,
): PageState<R> {
  const request = useMemo(
    () => ({ arrived, first, size, query, inMemory: rows ? rows.pageInMemory({ first, size, query }) : NO_ROWS }),
    [rows, first, size, query, arrived],
  )
  const [settled, setSettled] = useState<object>()
  const [last, setLast] = useState<LoadedPage<R>>()
  const reportFailure = useEffectEvent(onFailure)
  const { inMemory } = request

  // A layout effect precedes the effects of the figures, which wait for the page.
  useLayoutEffect(() => {
    const { inMemory, ...view } = request
    if (!rows || inMemory) return
    let isCurrent = true
    const settle = (page?: Page<R>) => {
      if (!isCurrent) return
      if (page) setLast({ rows, page, query: view.query })
      setSettled(request)
    }
    Promise.resolve(rows.page(view)).then(settle, (error: unknown) => {
      if (isCurrent) reportFailure(error)
      settle()
    })
    return () => {
      isCurrent = false
    }
  }, [request, rows])

  if (inMemory) {
    // The page that shows while a later one loads.
    if (rows && last?.page !== inMemory) setLast({ rows, page: inMemory, query })
    return { page: inMemory, shownQuery: query, count: inMemory.count, isPageLoading: false }
  }
  const count = last?.rows === rows ? last?.page.count : undefined
  return { page: last?.page, shownQuery: last?.query ?? query, count, isPageLoading: settled !== request }
}
