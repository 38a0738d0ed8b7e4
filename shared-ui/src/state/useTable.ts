import type { AnyRow } from '@canje/large-table'
import { faultOf } from '@canje/shared-auth/fault'
import {
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Column, isDataColumn } from '../rows/columns'
import type { LoadRows } from '../rows/list'
import { formatView, parseView } from '../view/view-params'
import { type Order, PAGE_SIZE } from '../view/view-state'
import { reportFailure } from './failure'
import { useTab } from './TabRoot'
import { createTableStore, requestedFilter } from './table-store'
import { type FigureOptions, useTableRows } from './useTableRows'

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
  const { view: tabView, isActive, notify } = useTab()
  const viewOfUrl = () => {
    const parsed = parseView(tabView?.params ?? '', fields, sizes)
    return { ...parsed, order: parsed.order ?? order }
  }
  const loadRows = useEffectEvent(load)
  const onFailure = useEffectEvent((error: unknown) => reportFailure(notify, error))
  const [store] = useState(() => createTableStore(fields, { list: load.list, load: loadRows, onFailure }, viewOfUrl()))
  const state = useSyncExternalStore(store.subscribe, store.getState)
  // Before the first paint: an earlier failure of the list is none of this table.
  useLayoutEffect(() => store.open(), [store])

  const { view, requested, shown, list } = state
  const rows = useTableRows(fields, store, state, figures)

  const isPageSettled = rows.complete !== undefined && rows.page !== undefined && !rows.isPageLoading
  const page = isPageSettled ? rows.first / view.size + 1 : view.page
  const params = formatView({ ...view, serverFilter: requestedFilter(state), page })
  const sent = useRef(params)
  const onView = tabView?.onChange
  useEffect(() => {
    if (rows.isPageLoading || params === sent.current) return
    sent.current = params
    // The shell renders after the rows of the view, which staff wait for.
    startTransition(() => onView?.(params))
  }, [params, rows.isPageLoading, onView])

  const opening = tabView?.opening
  const opened = useRef(opening)
  const showUrl = useEffectEvent(() => store.show(viewOfUrl()))
  useEffect(() => {
    if (opened.current === opening) return
    opened.current = opening
    showUrl()
  }, [opening])

  const fault = list.error === undefined ? undefined : faultOf(list.error)
  const isRunning = !list.isNew && (list.pending !== undefined || (!shown && !fault))
  const running = isRunning ? requested.purpose : undefined
  const loadedAt = state.rows?.loadedAt
  const reloadOldRows = useEffectEvent(() => {
    const isOld = loadedAt && maxAgeMs !== undefined && Date.now() - loadedAt.getTime() > maxAgeMs
    if (isOld && !running) store.actions.reload()
  })
  useEffect(() => {
    if (isActive) reloadOldRows()
  }, [isActive])

  const { page: _requested, ...shownView } = view
  return {
    rows,
    /** What staff see of the rows, with the page sizes to offer, and as the parameters of a URL. */
    view: {
      ...shownView,
      /** The filter of the complete rows. */
      serverFilter: shown?.filter,
      sizes,
      params,
      /** Another value with each sort, page, search, filter and refresh that staff ask for. */
      asked: String(state.changedAt),
    },
    /** The request for the rows. */
    request: {
      /** The purpose of the pending request; undefined while there are rows as new as those that the table requested. */
      running,
      /** Identifies a pending request without rows so far; undefined otherwise. */
      id: list.arrived ? undefined : list.pending?.sentAt,
      /** The number of rows of a large response that have arrived. */
      arriving: list.arrived?.count,
      /** Another value with each refresh and filter of the server. */
      resultId: state.resultId,
      /** When the rows were loaded. */
      loadedAt,
      /** The time of the last renewal or refresh by `nextTime`; 0 without one. */
      renewedAt: state.renewedAt,
      /** Why the last request failed, also while it is repeated. */
      fault,
      retry: store.retry,
    },
    actions: store.actions,
  }
}
