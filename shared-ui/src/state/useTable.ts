import type {
  AnyRow,
  Changes,
  CsvColumn,
  CsvOptions,
  FacetColumn,
  Group,
  GroupRequest,
  Query,
  RowStore,
  Selection,
  Summary,
} from '@canje/large-table'
import { useEffect, useMemo, useState } from 'react'
import { clampFirst } from '../rows/clamp-first'
import { type Column, type ColumnOptions, type DataColumn, isDataColumn } from '../rows/columns'
import type { LoadRows } from '../rows/load-rows'
import { toConditions, toSorting } from '../view/to-query'
import { formatView } from '../view/view-params'
import { type Order, PAGE_SIZE, selectsRows, type ViewState } from '../view/view-state'
import { useArrivedCount } from './useArrivedCount'
import { usePage } from './usePage'
import { useReloadOnEntry } from './useReloadOnEntry'
import { type Purpose, useRows } from './useRows'
import { useSummary } from './useSummary'
import { useView, useViewUrl } from './useView'

/** A count in the view bar that toggles a filter, such as '180 sin redimir'. */
export interface Counter<Field extends string = string> {
  field: Field
  /** The displayed text that is counted. */
  text: string
  /** The label behind the number. */
  label: string
}

/** The fields by which rows are grouped, with their labels. */
export type Groups<R> = Readonly<Partial<Record<keyof R & string, string>>>

/** A column to group by or to add up. */
type GroupColumn = CsvColumn & Pick<ColumnOptions, 'filter'>

/** A way to group the rows of a table. */
export interface Grouping {
  column: GroupColumn
  label: string
  unit: GroupRequest['unit']
}

export interface TableOptions<R> {
  /** The page sizes to offer, with the page report of Codigos (specification §2); one size of ten by default. */
  pageSizes?: readonly number[]
  /** The field whose numbers the view bar adds up. */
  sum?: (keyof R & string) | undefined
  /** Counts in the view bar beside that of all rows; of columns with a filter by values. */
  counters?: readonly Counter<keyof R & string>[]
  /** The field whose texts staff may copy, one per line, with the name of the button. */
  copy?: { field: keyof R & string; name: string; copied: string }
  /** How staff may group the rows: fields with their labels, dates by month, and the fields to add up. */
  groups?: { by: Groups<R>; sums: readonly (keyof R & string)[] }
  /** Reloads older rows when staff enter the tab, in milliseconds (D25). */
  maxAgeMs?: number
}

export interface Table<R> {
  /** Number of rows of the current result, or of those received so far; undefined before the first. */
  total: number | undefined
  /** Number of them that match search and filters. */
  count: number | undefined
  /** The rows of the current page; undefined until the first page has loaded. */
  page: readonly R[] | undefined
  /** The rows of another page, search, filter or order are loading. */
  isPageLoading: boolean
  /** The rows of a large response while they arrive; their count grows without a render. */
  arriving: { readonly count: number } | undefined
  /** Index of the page's first row. */
  first: number
  /** Rows per page. */
  size: number
  pageSizes: readonly number[] | undefined
  /** Identifies the result: a new one starts at its first page, a reloaded one keeps its id and page. */
  resultId: number
  /** Which rows are on the pages, in which order. */
  query: Query
  /** The columns with data, which are searched. */
  columns: readonly DataColumn<R & AnyRow>[]
  order: Order | undefined
  search: string
  /** The filters by field, see `ViewState`. */
  filters: ViewState['filters']
  /** The filter of the server's list. */
  serverFilter: string | undefined
  /** The view as the parameters of a URL. */
  params: string
  counters: readonly Counter[]
  /** Figures about the matching rows; undefined until the rows are complete. */
  summary: Summary | undefined
  /** What the detail panel shows; undefined while it is closed. */
  detail: string | undefined
  /** The complete list of a path, for details; undefined while it is filtered by the server or incomplete. */
  list: { path: string; rows: RowStore<AnyRow> } | undefined
  /** The ways to group the rows; undefined until the result is complete, or without any. */
  groups:
    | {
        by: readonly Grouping[]
        sums: readonly GroupColumn[]
        load: (grouping: Grouping) => Promise<readonly Group[]>
      }
    | undefined
  /** When the rows were loaded. */
  loadedAt: Date | undefined
  /** The purpose of the pending request. */
  running: Purpose | undefined
  /** Identifies a pending request without rows so far; undefined otherwise. */
  request: number | undefined
  /** True when the last operation failed. */
  failed: boolean
  /** Reloads all rows and goes to the first page (D14). */
  refresh: () => void
  /** Requests the rows that match on the server, shows their first page, then calls `onShown`, also after a `retry`. */
  filter: (text: string, onShown?: () => void) => void
  /**
   * Reloads the current result after a change, and stays on the page.
   *
   * @returns resolves once the rows of this or a later request are on the screen, or at unmount
   */
  reload: () => Promise<void>
  /**
   * Records the selected rows, before a change whose outcome only the list can show.
   *
   * @returns a function that reloads the result and resolves to the changes since; to undefined without rows to compare
   *   with, when the reload fails, or after unmount
   */
  track: (selection: Selection) => () => Promise<Changes<R> | undefined>
  /** Cancels the pending request and sends it again. */
  repeat: () => void
  /** Retries the failed operation. */
  retry: () => void
  /** Goes to a page: `first` is the index of its first row, `size` the number of rows per page. */
  goToPage: (first: number, size: number) => void
  /** Sorts the rows, or restores the server's order, and goes to the first page. */
  orderBy: (order: Order | undefined) => void
  /** Shows the rows that match a text, from their first page. */
  searchFor: (text: string) => void
  /** Sets or removes filters by field, and goes to the first page. */
  filterBy: (filters: Readonly<Record<string, string | undefined>>) => void
  /** Removes all filters, and goes to the first page. */
  removeFilters: () => void
  /** Shows details, or closes the panel. */
  openDetail: (detail: string | undefined) => void
  /** Copies a field of the matching rows; undefined until the result is complete. */
  copy: { name: string; copied: string; read: () => Promise<string> } | undefined
  /** Exports the matching rows, in the current order, as CSV (D16); undefined until the result is complete. */
  csv: ((options: Pick<CsvOptions, 'signal' | 'onProgress'>) => Promise<Blob>) | undefined
}

const NO_COUNTERS: readonly Counter[] = []

/**
 * The state of a tab's table: its rows, and the view of them that the tab's URL has.
 *
 * @param columns as of the first render
 */
export function useTable<R extends AnyRow>(
  columns: readonly Column<R>[],
  load: LoadRows<R>,
  { pageSizes, sum, counters = NO_COUNTERS, copy, groups, maxAgeMs }: TableOptions<R> = {},
): Table<R> {
  // Columns created in each render would request the page in each render.
  const [fields] = useState(() => columns.filter(isDataColumn))
  const [figures] = useState(() => ({
    sum: fields.find(({ field }) => field === sum),
    facets: fields.filter(({ filter }) => filter === 'values').map((column) => facetOf(column, counters)),
  }))
  const [grouping] = useState(() => groups && groupingOf(fields, groups))
  const [sizes] = useState(() => pageSizes ?? [PAGE_SIZE])
  const [view, setView] = useView(fields, sizes, ({ serverFilter }) => {
    setResultOfPage(resultId)
    if (serverFilter !== requestedFilter) start({ purpose: 'open', filter: serverFilter })
  })
  const {
    rows,
    count: loaded,
    isComplete,
    arriving,
    filter,
    requestedFilter,
    loadedAt,
    resultId,
    running,
    request,
    failed,
    start,
    refetch,
    repeat,
    retry,
    confirmShown,
    reportLost,
  } = useRows(load, view.serverFilter)
  const [resultOfPage, setResultOfPage] = useState(resultId)

  const { search, filters, order, size } = view
  const conditions = useMemo(() => toConditions(fields, filters), [fields, filters])
  const sorting = useMemo(() => (isComplete ? toSorting(fields, order) : undefined), [isComplete, fields, order])
  const query = useMemo(() => ({ search, columns: fields, conditions, sorting }), [search, fields, conditions, sorting])
  const arrived = useArrivedCount(selectsRows(view) ? arriving : undefined)
  const total = Math.max(loaded, arrived)
  const requestedFirst = resultOfPage === resultId ? (view.page - 1) * size : 0
  const {
    page,
    count: matching,
    isPageLoading,
  } = usePage(rows, { first: clampFirst(requestedFirst, size, total), size, query }, total, reportLost)
  const count = matching ?? total
  const first = clampFirst(requestedFirst, size, count)
  const complete = isComplete ? rows : undefined
  const summary = useSummary(complete, query, figures, isPageLoading)
  const isShown = running === undefined && !failed && !isPageLoading
  const isSettled = page !== undefined && isComplete && !isPageLoading

  function change(changed: Partial<ViewState>) {
    setView((current) => ({ ...current, page: 1, ...changed }))
    setResultOfPage(resultId)
  }

  const params = formatView({ ...view, serverFilter: requestedFilter, page: isSettled ? first / size + 1 : view.page })
  useViewUrl(params)
  useReloadOnEntry(maxAgeMs, loadedAt, () => start({ purpose: 'reload' }))
  useEffect(() => complete?.prepareSearch(fields), [complete, fields])
  useEffect(() => {
    if (isShown) confirmShown()
  })

  return {
    total: rows && total,
    count: rows && count,
    page: page?.rows,
    first,
    size,
    pageSizes,
    resultId,
    query,
    columns: fields,
    order,
    search,
    filters,
    serverFilter: filter,
    params,
    counters,
    summary,
    detail: view.detail,
    list: load.path !== undefined && complete && filter === undefined ? { path: load.path, rows: complete } : undefined,
    groups: grouping &&
      complete && {
        ...grouping,
        load: ({ column, unit }) => complete.groups({ query, by: column, unit, sums: grouping.sums }),
      },
    loadedAt,
    arriving,
    isPageLoading,
    running,
    request: arriving ? undefined : request,
    failed,
    refresh: () => start({ purpose: 'refresh' }),
    filter: (text, onShown) => start({ purpose: 'filter', filter: text, onShown }),
    reload: () => start({ purpose: 'reload' }),
    track: (selection) => {
      const earlier = complete?.keys(selection)
      // The comparison handles the failure.
      earlier?.catch(() => undefined)
      return async () => {
        const current = await refetch()
        if (!earlier || !current) return undefined
        return earlier.then((keys) => current.compare(selection, keys)).catch(() => undefined)
      }
    },
    repeat,
    retry,
    goToPage: (first, size) => change({ page: Math.floor(first / size) + 1, size }),
    orderBy: (order) => change({ order }),
    searchFor: (search) => change({ search }),
    filterBy: (changed) => change({ filters: withFilters(filters, changed) }),
    openDetail: (detail) => setView((current) => ({ ...current, detail })),
    removeFilters: () => change({ filters: {} }),
    copy: copy &&
      complete && {
        ...copy,
        read: async () => {
          const { rows } = await complete.page({ first: 0, size: count, query })
          return rows.map((row) => row[copy.field]).join('\n')
        },
      },
    csv: complete && ((options) => complete.csv({ columns: fields, query, ...options })),
  }
}

/** The values to count of a column: those with a count or a choice of their own must not be missing. */
function facetOf<R extends AnyRow>(column: DataColumn<R>, counters: readonly Counter[]): FacetColumn {
  const texts = counters.filter(({ field }) => field === column.field).map(({ text }) => text)
  return { ...column, texts: [...new Set([...texts, ...(column.others ? [column.others.than] : [])])] }
}

function groupingOf<R extends AnyRow>(
  fields: readonly DataColumn<R>[],
  { by, sums }: NonNullable<TableOptions<R>['groups']>,
) {
  return {
    by: fields.flatMap((column): Grouping[] => {
      const label = by[column.field]
      return label === undefined ? [] : [{ column, label, unit: column.filter === 'dates' ? 'month' : 'value' }]
    }),
    sums: fields.filter(({ field }) => sums.includes(field)),
  }
}

function withFilters(filters: ViewState['filters'], changed: Readonly<Record<string, string | undefined>>) {
  const entries = Object.entries({ ...filters, ...changed })
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
