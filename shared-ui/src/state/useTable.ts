import type { AnyRow } from '@canje/large-table'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Column, isDataColumn } from '../rows/columns'
import type { LoadRows } from '../rows/load-rows'
import { formatView } from '../view/view-params'
import { type Order, PAGE_SIZE, type ViewState } from '../view/view-state'
import { useTab } from './TabRoot'
import { type TableActions, tableActions } from './table-actions'
import { type TableRequest, useRows } from './useRows'
import { type Counter, type TableRows, useTableRows } from './useTableRows'
import { useView, useViewUrl } from './useView'

export interface TableOptions<R> {
  /** The page sizes to offer; one size of ten by default. */
  pageSizes?: readonly number[]
  /** The field whose numbers the view bar adds up. */
  sum?: keyof R & string
  /** Counts in the view bar beside that of all rows; of columns with a filter by values. */
  counters?: readonly Counter<keyof R & string>[]
  /** Further fields that identify a row, of a list in which several rows have one id. */
  identity?: readonly (keyof R & string)[]
  /** The order at first, of a table without a view in the URL. */
  order?: Order
  /** Reloads older rows when staff enter the tab, in milliseconds (D25, age of rows). */
  maxAgeMs?: number
}

/** What staff see of the rows. */
export interface TableView extends Omit<ViewState, 'page'> {
  /** The page sizes to offer. */
  sizes: readonly number[]
  /** The view as the parameters of a URL. */
  params: string
  /** Another value with each sort, page, search, filter and refresh that staff ask for. */
  asked: string
}

/** The state of a table in four parts. Components take those that they need. */
export interface Table<R> {
  rows: TableRows<R>
  view: TableView
  request: TableRequest
  actions: TableActions<R>
}

/**
 * The state of a tab's table: its rows, and the view of them that the tab's URL has.
 *
 * @param columns as of the first render, as are the options
 * @example const table = useTable(columns, loadPrizes, { sum: 'points' })
 */
export function useTable<R extends AnyRow>(
  columns: readonly Column<R>[],
  load: LoadRows<R>,
  options: TableOptions<R> = {},
): Table<R> {
  // Columns created in each render would request the page in each render.
  const [fields] = useState(() => columns.filter(isDataColumn))
  const [{ pageSizes: sizes = [PAGE_SIZE], order, maxAgeMs, ...figures }] = useState(options)
  const [view, setView] = useView(fields, sizes, order, ({ serverFilter }) => {
    setResultOfPage(resultId)
    if (serverFilter !== requestedFilter) list.start({ purpose: 'open', filter: serverFilter })
  })
  const list = useRows(load, view.serverFilter, maxAgeMs)
  const { requestedFilter, request } = list
  const { resultId, loadedAt } = request
  const [resultOfPage, setResultOfPage] = useState(resultId)
  const rows = useTableRows(fields, list, { ...view, page: resultOfPage === resultId ? view.page : 1 }, figures)
  const actions = tableActions(fields, list, {
    filters: view.filters,
    change: (changed) => {
      setView((current) => ({ ...current, page: 1, ...changed }))
      setResultOfPage(resultId)
    },
    openDetail: (detail) => setView((current) => ({ ...current, detail })),
  })

  const isPageSettled = rows.complete !== undefined && rows.page !== undefined && !rows.isPageLoading
  const page = isPageSettled ? rows.first / view.size + 1 : view.page
  const params = formatView({ ...view, serverFilter: requestedFilter, page })
  useViewUrl(params, rows.isPageLoading)
  useEffect(() => {
    if (!rows.isPageLoading) list.confirmShown()
  })

  const { isActive } = useTab()
  const reloadOldRows = useEffectEvent(() => {
    if (maxAgeMs !== undefined && loadedAt && Date.now() - loadedAt.getTime() > maxAgeMs) actions.reload()
  })
  useEffect(() => {
    if (isActive) reloadOldRows()
  }, [isActive])

  const { page: _requested, ...shown } = view
  const asked = { ...view, page: resultOfPage === resultId ? view.page : 1, serverFilter: requestedFilter, detail: '' }
  return {
    rows,
    view: { ...shown, serverFilter: list.filter, sizes, params, asked: JSON.stringify([asked, request.renewedAt]) },
    request,
    actions,
  }
}
