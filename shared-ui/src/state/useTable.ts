import type { AnyRow } from '@canje/large-table'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Column, isDataColumn } from '../rows/columns'
import type { LoadRows } from '../rows/load-rows'
import { formatView } from '../view/view-params'
import { type Order, PAGE_SIZE } from '../view/view-state'
import { useTab } from './TabRoot'
import { tableActions } from './table-actions'
import { useRows } from './useRows'
import { type FigureOptions, useTableRows } from './useTableRows'
import { useView, useViewUrl } from './useView'

export interface TableOptions<R> extends FigureOptions<R> {
  /** The page sizes to offer; one size of ten by default. */
  pageSizes?: readonly number[]
  /** The order at first, of a table without a view in the URL. */
  order?: Order
  /** Reloads older rows when staff enter the tab, in milliseconds (D25, age of rows). */
  maxAgeMs?: number
}

/** The state of a table in four parts. Components take those that they need. */
export type Table<R extends AnyRow> = ReturnType<typeof useTable<R>>

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
) {
  // Columns created in each render would request the page in each render.
  const [fields] = useState(() => columns.filter(isDataColumn))
  const [{ pageSizes: sizes = [PAGE_SIZE], order, maxAgeMs, ...figures }] = useState(options)
  const [view, setView] = useView(fields, sizes, order, ({ serverFilter }) => {
    if (serverFilter !== requestedFilter) list.start('load', serverFilter)
  })
  const list = useRows(load, view.serverFilter)
  const { requestedFilter, request } = list
  const { resultId } = request
  /** The result that the page is of, and how far new results have moved the page that staff asked for. */
  const [moved, setMoved] = useState({ resultId, by: 0 })
  if (moved.resultId !== resultId) {
    setMoved({ resultId, by: moved.by + view.page - 1 })
    setView((current) => ({ ...current, page: 1 }))
  }
  const rows = useTableRows(fields, list, view, figures)
  const latestList = useRef(list)
  useLayoutEffect(() => {
    latestList.current = list
  })
  const [actions] = useState(() => tableActions(fields, latestList, setView))

  const isPageSettled = rows.complete !== undefined && rows.page !== undefined && !rows.isPageLoading
  const page = isPageSettled ? rows.first / view.size + 1 : view.page
  const params = formatView({ ...view, serverFilter: requestedFilter, page })
  useViewUrl(params, rows.isPageLoading)
  useEffect(() => {
    if (!rows.isPageLoading) list.confirmShown()
  })

  const { isActive } = useTab()
  const reloadOldRows = useEffectEvent(() => {
    const { running, loadedAt } = request
    if (maxAgeMs !== undefined && !running && loadedAt && Date.now() - loadedAt.getTime() > maxAgeMs) actions.reload()
  })
  useEffect(() => {
    if (isActive) reloadOldRows()
  }, [isActive])

  const { page: _requested, ...shown } = view
  const asked = { ...view, page: view.page + moved.by, serverFilter: requestedFilter, detail: '' }
  return {
    rows,
    /** What staff see of the rows, with the page sizes to offer, and as the parameters of a URL. */
    view: {
      ...shown,
      serverFilter: list.filter,
      sizes,
      params,
      /** Another value with each sort, page, search, filter and refresh that staff ask for. */
      asked: JSON.stringify([asked, request.renewedAt]),
    },
    request,
    actions,
  }
}
