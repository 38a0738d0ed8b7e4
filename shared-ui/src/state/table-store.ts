import { type AnyRow, type Changes, type RowStore, rowKey, type Selection } from '@canje/large-table'
import { createStore } from 'zustand/vanilla'
import type { DataColumn } from '../rows/columns'
import type { RowsRequest } from '../rows/list'
import { type ListSource, type ListView, sessionLists } from '../rows/list-cache'
import type { ListRows } from '../rows/list-state'
import { nextTime } from '../rows/time'
import { formatRowKeys } from '../view/row-keys'
import type { Order, ViewState } from '../view/view-state'

/** A request of a table for rows. */
interface TableRequest {
  purpose: 'load' | 'refresh' | 'filter' | 'reload'
  /** Text that the rows must match on the server. */
  filter: string | undefined
  /** The time by `nextTime` before which a request is too old. */
  since: number
}

/** The view of a table, and the rows that it has requested. Times are by `nextTime`. */
export interface TableState {
  view: ViewState
  /** When staff last changed what the table shows. */
  changedAt: number
  /** When staff last refreshed or renewed the rows, so that older lists of details are loaded again; 0 without it. */
  renewedAt: number
  /** The last request. */
  requested: TableRequest
  /** What is known of its list. */
  list: ListView
  /** The last request with a response, of any tab or panel. */
  shown: TableRequest | undefined
  /** The rows of its list. */
  rows: ListRows | undefined
  /** Identifies the result: a new one starts at its first page, a reloaded one keeps its id and page. */
  resultId: number
}

/** How the rows of a table are loaded. */
interface TableSource<R extends AnyRow> {
  /** All rows in the cache of the session; undefined for rows of another kind. */
  list: ListSource | undefined
  load: (request: RowsRequest<R>) => Promise<RowStore<R>>
  onFailure: (error: unknown) => void
}

/** The state of a table, and what changes it. */
export type TableStore<R extends AnyRow> = ReturnType<typeof createTableStore<R>>

/** Creates the state of a table. It reads its rows in the cache of the session while it is open. */
export function createTableStore<R extends AnyRow>(
  columns: readonly DataColumn<R>[],
  { list, load, onFailure }: TableSource<R>,
  view: ViewState,
) {
  const lists = sessionLists()
  /** Identifies the lists of this table alone: rows of another kind, and those with a filter. */
  const id = `table ${nextTime()}`
  const { getState, setState, subscribe } = createStore<TableState>()(() => {
    const requested = { purpose: 'load', filter: view.serverFilter, since: 0 } as const
    return withRows({ view, changedAt: 0, renewedAt: 0, requested, shown: undefined, resultId: 0 })
  })
  /**
   * Functions that release the lists of the last request and of the shown one, whose rows stay while others load. Empty
   * while the table is closed.
   */
  const readings = new Map<TableRequest, () => void>()

  function sourceOf({ filter }: TableRequest): ListSource {
    if (list && filter === undefined) return list
    return {
      key: `${id} ${filter ?? ''}`,
      fields: [],
      isKept: false,
      load: (_fields, request) => load({ filter, ...request }),
    }
  }

  /** Adds what the cache knows. */
  function withRows(state: Omit<TableState, 'list' | 'rows'>): TableState {
    const { requested } = state
    const list = lists.viewOf(sourceOf(requested), requested.since)
    const shown = list.isNew ? requested : state.shown
    const after = { ...state, list, shown, rows: shown && lists.stateOf(sourceOf(shown))?.rows }
    const isNewResult = shown && shown !== state.shown && ['refresh', 'filter'].includes(shown.purpose)
    return isNewResult ? { ...after, resultId: shown.since, view: { ...state.view, page: 1 } } : after
  }

  function update() {
    setState(withRows(getState()))
    const { requested, shown } = getState()
    for (const [request, release] of readings) {
      if (request === requested || request === shown) continue
      release()
      readings.delete(request)
    }
  }

  function read(request: TableRequest) {
    readings.set(request, lists.read(sourceOf(request), request.since, onFailure))
    update()
  }

  /**
   * Requests rows. A pending request is cancelled and its response ignored; a reload repeats it, so as not to undo it.
   *
   * @param filter text that the rows must match; a reload keeps that of the current rows
   * @returns the rows of this or a later request once they have arrived; undefined when it fails or the table closes
   */
  async function request(purpose: TableRequest['purpose'], filter?: string): Promise<RowStore<AnyRow> | undefined> {
    if (readings.size === 0) return undefined
    const { requested: before, shown, list } = getState()
    const repeated = list.pending ? before : { purpose, filter: (shown ?? before).filter }
    const requested = { ...(purpose === 'reload' ? repeated : { purpose, filter }), since: nextTime() }
    setState({ requested })
    read(requested)
    return lists.settled(sourceOf(requested))
  }

  /** Changes the view; without a page, it goes to the first one. */
  function change(changed: Partial<ViewState>) {
    setState(({ view }) => ({ view: { ...view, page: 1, ...changed }, changedAt: nextTime() }))
  }

  function renew(purpose: 'refresh' | 'reload') {
    const now = nextTime()
    setState({ changedAt: now, renewedAt: now })
    request(purpose)
  }

  const actions = {
    /** Reloads all rows and goes to the first page (D14, refresh after a filter). */
    refresh: () => renew('refresh'),
    /** Requests the rows that match on the server, and shows their first page. */
    filter: (text: string) => {
      setState({ changedAt: nextTime() })
      request('filter', text)
    },
    /**
     * Reloads the current result after a change, and stays on the page.
     *
     * @returns resolves once the rows of this or a later request have arrived, after a failure by a retry, or at unmount
     */
    reload: () => {
      request('reload')
      const { since } = getState().requested
      return new Promise<void>((resolve) => {
        const check = () => {
          if (readings.size > 0 && (getState().shown?.since ?? 0) < since) return
          unsubscribe()
          resolve()
        }
        const unsubscribe = subscribe(check)
        check()
      })
    },
    /** Reloads the current result, and makes older lists of details be loaded again. */
    renew: () => renew('reload'),
    /**
     * Records the selected rows, before a change whose outcome only the list can show.
     *
     * @returns a function that reloads the result and resolves to its rows and the changes since; to undefined without rows
     *   to compare with, when the reload fails, or after unmount
     */
    track: (selection: Selection): (() => Promise<(Changes<R> & { rows: RowStore<R> }) | undefined>) => {
      const earlier = getState().rows?.store.keys(selection)
      // The comparison handles the failure.
      earlier?.catch(() => undefined)
      return async () => {
        const rows = (await request('reload')) as RowStore<R> | undefined
        if (!earlier || !rows) return undefined
        const changes = earlier.then((keys) => rows.compare(selection, keys))
        return changes.then((compared) => ({ ...compared, rows })).catch(() => undefined)
      }
    },
    /** Goes to a page: `first` is the index of its first row, `size` the number of rows per page. */
    goToPage: (first: number, size: number) => change({ page: Math.floor(first / size) + 1, size }),
    /** Sorts the rows, or restores the server's order, and goes to the first page. */
    orderBy: (order: Order | undefined) => change({ order }),
    /** Shows the rows that match a text, from their first page. */
    searchFor: (search: string) => change({ search }),
    /** Sets or removes filters by field, and goes to the first page. */
    filterBy: (changed: Readonly<Record<string, string | undefined>>) => {
      const entries = Object.entries({ ...getState().view.filters, ...changed })
      change({
        filters: Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined)),
      })
    },
    /** Removes all filters, that of the server too, and goes to the first page. */
    removeFilters: () => {
      change({ filters: {} })
      if (requestedFilter(getState()) !== undefined) renew('refresh')
    },
    /** Removes search and filters, but not that of the server, and goes to the first page. */
    showTotal: () => change({ search: '', filters: {} }),
    /** Shows these rows, by their keys; only for a table with a filter by `rows`. */
    showOnly: (rows: readonly R[]) => {
      const column = columns.find(({ filter }) => filter === 'rows')
      if (column)
        change({ search: '', filters: { [column.field]: formatRowKeys(rows.map((row) => rowKey(row, column))) } })
    },
    /** Shows details, or closes the panel. */
    openDetail: (detail: string | undefined) => setState(({ view }) => ({ view: { ...view, detail } })),
  }

  return {
    getState,
    subscribe,
    actions,
    /** Starts to read the rows. @returns to be called at unmount */
    open: () => {
      const unsubscribe = lists.subscribe((now, before) => {
        const keys = [...readings.keys()].map((request) => sourceOf(request).key)
        if (keys.some((key) => now[key] !== before[key])) update()
      })
      read(getState().requested)
      return () => {
        unsubscribe()
        for (const release of readings.values()) release()
        readings.clear()
        if (list) lists.expire(list)
        // Nothing waits for the rows of a closed table.
        setState({})
      }
    },
    /** Shows the view of a URL. */
    show: (opened: ViewState) => {
      change(opened)
      if (opened.serverFilter !== requestedFilter(getState())) request('load', opened.serverFilter)
    },
    /** Sends the pending or failed request again, or reloads lost rows. */
    retry: () => lists.retry(sourceOf(getState().requested)),
    /** Reports that rows of a state are lost, for example by a crash of their worker. */
    reportLost: ({ shown, rows }: TableState, error: unknown) => {
      if (shown && rows) lists.lose(sourceOf(shown), rows, error)
    },
  }
}

/** The filter of the rows that are loading, otherwise of the rows. */
export function requestedFilter({ requested, shown, list }: TableState): string | undefined {
  return shown && list.error !== undefined && !list.pending ? shown.filter : requested.filter
}
