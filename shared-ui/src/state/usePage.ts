import type { Page, RowStore, View } from '@canje/large-table'
import { useEffectEvent, useMemo, useState } from 'react'
import { useComputed } from './useComputed'

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
    () => ({ arrived, rows, query, view: { first, size, query } }),
    [rows, first, size, query, arrived],
  )
  const inMemory = useMemo(() => (request.rows ? request.rows.pageInMemory(request.view) : NO_ROWS), [request])
  const reportFailure = useEffectEvent(onFailure)
  const computed = useComputed(inMemory ? undefined : request, async ({ rows, view }, signal) => {
    try {
      return await rows?.page(view)
    } catch (error) {
      if (!signal.aborted) reportFailure(error)
      return undefined
    }
  })
  const ended = inMemory ? { input: request, value: inMemory } : computed
  const isPageLoading = ended?.input !== request
  /** The page that shows while a later one loads. */
  const [kept, keep] = useState<{ input: typeof request; value: Page<R> | undefined }>()
  const shown = ended?.value && !isPageLoading ? ended : kept
  if (rows && shown?.value !== kept?.value) keep(shown)
  return {
    /** The page of the view, or of the previous one while it loads or when that fails; undefined before the first. */
    page: shown?.value,
    /** The query of that page. */
    shownQuery: shown?.input.query ?? query,
    /** Number of rows of the query; undefined until a page of these rows has loaded. */
    count: shown?.input.rows === rows ? shown?.value?.count : undefined,
    /** The page of the view is loading. */
    isPageLoading,
  }
}
