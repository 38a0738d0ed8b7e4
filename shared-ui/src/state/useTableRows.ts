import {
  type AnyRow,
  type Condition,
  type FacetColumn,
  isBlankSearch,
  parseSearch,
  type Query,
  type RowStore,
  type Sorting,
} from '@canje/large-table'
import { useEffect, useMemo } from 'react'
import type { DataColumn } from '../rows/columns'
import { parseDayRange } from '../view/day-range'
import { parseRowKeys } from '../view/row-keys'
import { NO_DAY, type Order, type ViewState } from '../view/view-state'
import type { TableState, TableStore } from './table-store'
import { useComputed } from './useComputed'
import { usePage } from './usePage'
import { type PastedList, usePastedList } from './usePastedList'

/** The rows of a table, and the page of them that it shows. */
export type TableRows<R extends AnyRow> = ReturnType<typeof useTableRows<R>>

/** The figures that a tab declares, and what they are about. */
export interface FigureOptions<R> {
  /** The field whose numbers the view bar adds up. */
  sum?: keyof R & string
  /** Further fields that identify a row, of a list in which several rows have one id. */
  identity?: readonly (keyof R & string)[]
  /** Reads a list in the search. */
  pasted?: PastedList<R>
}

/**
 * Finds the page and the figures of a view.
 *
 * @param columns the same array in each render; another one would request the page again
 */
export function useTableRows<R extends AnyRow>(
  columns: readonly DataColumn<R>[],
  store: Pick<TableStore<R>, 'reportLost'>,
  state: TableState,
  { sum, identity, pasted }: FigureOptions<R>,
) {
  const { view, list } = state
  const { filters, order, size } = view
  const all = state.rows?.store as RowStore<R> | undefined
  const { listed, isPending, search } = usePastedList(all, view.search, pasted)
  const complete = listed ?? all
  const arrived = list.arrived as { store: RowStore<R>; count: number } | undefined
  const received = complete ?? arrived?.store
  const total = complete?.count ?? arrived?.count ?? 0

  // Rows are sorted once they are complete.
  const sortedBy = complete && order
  const conditions = useMemo(() => toConditions(columns, filters), [columns, filters])
  const query = useMemo(
    (): Query => ({ search, columns, conditions, sorting: toSorting(columns, sortedBy) }),
    [search, columns, conditions, sortedBy],
  )
  const requestedFirst = (view.page - 1) * size
  const first = clampFirst(requestedFirst, size, total)
  const page = usePage(received, { first, size, query }, total, (error) => store.reportLost(state, error))
  const isPageLoading = page.isPageLoading || isPending
  const count = page.count ?? total
  const { search: shownSearch } = page.shownQuery
  const words = useMemo(() => parseSearch(shownSearch).flat(2), [shownSearch])

  const figures = useMemo(() => {
    const summed = columns.find(({ field }) => field === sum)
    const unsorted = { search, columns, conditions, sorting: undefined }
    return complete && { store: complete, query: unsorted, sum: summed, facets: facetsOf(columns, filters) }
  }, [complete, search, columns, conditions, sum, filters])
  // After the page, which staff wait for. Other pages and orders have the same figures. The page reports a failure.
  const last = useComputed(isPageLoading ? undefined : figures, async ({ store, ...request }) => {
    const { facets, ...summary } = await store.summary(request)
    return {
      ...summary,
      /** The values of each column with a filter by values, by its field. */
      facets: new Map(request.facets.map(({ field }, index) => [field, facets[index]])),
      query: request.query,
      /** The number of all rows. */
      total: all?.count ?? store.count,
    }
  })
  /** The figures of the query, or of the previous one while they are computed or when that fails. */
  const summary = complete && last?.value
  useEffect(() => complete?.prepareSearch?.(columns), [complete, columns])
  // The number of rows found changes together with their figures.
  const shown = summary ?? (received && { query: page.shownQuery, count: page.count })

  return {
    /** The columns with data, which are searched. */
    columns,
    identity,
    /** Which rows are on the pages, in which order. */
    query,
    /** All rows of the current result, or those of a pasted list; undefined until the first result is complete. */
    complete,
    /** All rows of the current result, whatever was pasted. */
    all,
    /** The rows of the current page; undefined until the first page has loaded. */
    page: page.page?.rows,
    /** The folded words of the search that found the page's rows. */
    words,
    /** Index of the page's first row. */
    first: clampFirst(requestedFirst, size, count),
    /** The rows of another page, search, filter or order are loading. */
    isPageLoading,
    /** Number of rows of the current result, of a pasted list, or of those received so far; undefined before the first. */
    total: received && total,
    /** Number of them that match search and filters. */
    count: received && count,
    /** `count`, once its page and its figures are shown; undefined without search and filters. */
    found: shown && (listed || selectsRows(shown.query)) ? shown.count : undefined,
    /** Undefined until the rows are complete. */
    summary,
  }
}

/** Translates the filters of a view into conditions on its rows. */
function toConditions<R extends AnyRow>(columns: readonly DataColumn<R>[], filters: ViewState['filters']): Condition[] {
  return columns.flatMap((column): Condition[] => {
    const value = filters[column.field]
    if (value === undefined) return []
    if (column.filter === 'dates' && value === NO_DAY) return [{ column, hasDay: false }]
    if (column.filter === 'dates') return [{ column, ...parseDayRange(value) }]
    const { others, textKey } = column
    if (column.filter === 'rows') return [{ column, textKey, keys: parseRowKeys(value) }]
    return [others?.label === value ? { column, isNot: others.than } : { column, is: value }]
  })
}

/** Translates the order of a view into a sorting of its rows. */
function toSorting<R extends AnyRow>(columns: readonly DataColumn<R>[], order: Order | undefined): Sorting | undefined {
  const column = order && columns.find(({ field }) => field === order.field)
  return column && { field: column.field, display: column.display, direction: order.direction }
}

/** The index of a page's first row, or that of the last page when there are fewer rows. */
function clampFirst(first: number, size: number, total: number): number {
  const lastPage = Math.max(0, Math.ceil(total / size) - 1)
  return Math.min(first, lastPage * size)
}

/** The values to count: those with a choice of their own or an active filter must not be missing. */
function facetsOf<R extends AnyRow>(columns: readonly DataColumn<R>[], filters: ViewState['filters']): FacetColumn[] {
  return columns.flatMap((column) => {
    const { field, others, filter } = column
    if (filter !== 'values') return []
    const texts = [others?.than, filters[field]].filter((text) => text !== undefined)
    return { ...column, texts: [...new Set(texts)] }
  })
}

/** True for a query of some rows only. */
export function selectsRows({ search, conditions }: Query): boolean {
  return !isBlankSearch(search) || conditions.length > 0
}
