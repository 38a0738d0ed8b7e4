import type { Page, Query, RowStore, View } from '@canje/large-table'
import { useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'

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
) {
  const request = useMemo(
    () => ({ arrived, first, size, query, inMemory: rows ? rows.pageInMemory({ first, size, query }) : NO_ROWS }),
    [rows, first, size, query, arrived],
  )
  /** The last page that has loaded, and the last request that has ended. */
  const [last, setLast] = useState<{ request: object; rows?: RowStore<R>; page?: Page<R>; query?: Query }>()
  const reportFailure = useEffectEvent(onFailure)
  const { inMemory } = request
  /** Settles with the page that is being computed; undefined without one. */
  const computed = useRef<Promise<void>>(undefined)

  // A layout effect precedes the effects of the figures, which wait for the page.
  useLayoutEffect(() => {
    const { inMemory, ...view } = request
    if (!rows || inMemory) return
    let isCurrent = true
    const settle = (page?: Page<R>) => {
      if (!isCurrent) return
      setLast((before) => ({ ...before, ...(page && { rows, page, query: view.query }), request }))
    }
    // One page at a time: while staff type a search, those that are out of date by their turn are never computed.
    const load = async () => {
      if (computed.current) await computed.current
      return isCurrent ? rows.page(view) : undefined
    }
    const computation = load()
      .then(settle, (error: unknown) => {
        if (isCurrent) reportFailure(error)
        settle()
      })
      .finally(() => {
        if (computed.current === computation) computed.current = undefined
      })
    computed.current = computation
    return () => {
      isCurrent = false
    }
  }, [request, rows])

  const shown = inMemory ? { request, page: inMemory, query, ...(rows && { rows }) } : last
  // The page that shows while a later one loads.
  if (rows && shown && shown.page !== last?.page) setLast(shown)
  return {
    /** The page of the view, or of the previous one while it loads or when that fails; undefined before the first. */
    page: shown?.page,
    /** The query of that page. */
    shownQuery: shown?.query ?? query,
    /** Number of rows of the query; undefined until a page of these rows has loaded. */
    count: shown?.rows === rows ? shown?.page?.count : undefined,
    /** The page of the view is loading. */
    isPageLoading: !inMemory && last?.request !== request,
  }
}
