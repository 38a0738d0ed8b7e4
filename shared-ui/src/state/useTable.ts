import type { AnyRow } from '@canje/large-table'
import type { Fault } from '@canje/shared-auth/fault'
import { useEffect, useState } from 'react'
import { type Column, isDataColumn } from '../rows/columns'
import type { LoadRows } from '../rows/load-rows'
import { formatView } from '../view/view-params'
import { type Order, PAGE_SIZE, type ViewState } from '../view/view-state'
import { arrivingRows, hasFailed, type Purpose, requestedFilter, resultIdOf } from './rows-state'
import { useReloadOnEntry } from './useReloadOnEntry'
import { useRows } from './useRows'
import { type TableActions, useTableActions } from './useTableActions'
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
  /** Reloads older rows when staff enter the tab, in milliseconds (D25). */
  maxAgeMs?: number
}

/** What staff see of the rows. */
export interface TableView extends Omit<ViewState, 'page'> {
  /** The page sizes to offer. */
  sizes: readonly number[]
  /** The view as the parameters of a URL. */
  params: string
}

/** The request for the rows. */
export interface TableRequest {
  /** The purpose of the pending request. */
  running: Purpose | undefined
  /** Identifies a pending request without rows so far; undefined otherwise. */
  id: number | undefined
  /** The rows of a large response while they arrive; their count grows without a render. */
  arriving: { readonly count: number } | undefined
  /** Identifies the result: a new one starts at its first page, a reloaded one keeps its id and page. */
  resultId: number
  /** When the rows were loaded. */
  loadedAt: Date | undefined
  /** The time of the last renewal or refresh by `nextMoment`; 0 without one. */
  renewedAt: number
  /** True when the last operation failed. */
  failed: boolean
  /** Why an operation last failed. */
  fault: Fault | undefined
  /** Sends the pending or failed request again. */
  retry: () => void
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
    if (serverFilter !== requestedFilter(state)) start({ purpose: 'open', filter: serverFilter })
  })
  const loaded = useRows(load, view.serverFilter, maxAgeMs)
  const { state, start, confirmShown } = loaded
  const resultId = resultIdOf(state)
  const [resultOfPage, setResultOfPage] = useState(resultId)
  const rows = useTableRows(fields, loaded, { ...view, page: resultOfPage === resultId ? view.page : 1 }, figures)
  const { actions, renewedAt } = useTableActions(fields, loaded, {
    filters: view.filters,
    change: (changed) => {
      setView((current) => ({ ...current, page: 1, ...changed }))
      setResultOfPage(resultId)
    },
    openDetail: (detail) => setView((current) => ({ ...current, detail })),
  })

  const isPageSettled = state.result !== undefined && rows.page !== undefined && !rows.isPageLoading
  const page = isPageSettled ? rows.first / view.size + 1 : view.page
  const params = formatView({ ...view, serverFilter: requestedFilter(state), page })
  useViewUrl(params, rows.isPageLoading)
  useReloadOnEntry(maxAgeMs, state.result?.loadedAt, actions.reload)
  useEffect(() => {
    if (state.status === 'ready' && !rows.isPageLoading) confirmShown()
  })

  const { page: _requested, ...shown } = view
  const filter = state.result?.filter
  const arriving = arrivingRows(state)
  return {
    rows,
    view: { ...shown, serverFilter: filter, sizes, params },
    request: {
      running: state.status === 'loading' ? state.attempt.purpose : undefined,
      id: state.status === 'loading' && !arriving ? state.attempt.serial : undefined,
      arriving,
      resultId,
      loadedAt: state.result?.loadedAt,
      renewedAt,
      failed: hasFailed(state),
      fault: state.fault,
      retry: loaded.retry,
    },
    actions,
  }
}
