import {
  type AnyRow,
  type Changes,
  type CsvOptions,
  type DisplayedField,
  type Facet,
  type FacetColumn,
  type Group,
  type GroupRequest,
  type Query,
  rowKey,
  type Selection,
  type Summary,
} from '@canje/large-table'
import type { Fault } from '@canje/shared-auth/fault'
import { useEffect, useMemo, useState } from 'react'
import { clampFirst } from '../rows/clamp-first'
import { type Column, type DataColumn, isDataColumn } from '../rows/columns'
import type { LoadRows } from '../rows/load-rows'
import { formatRowKeys } from '../view/row-keys'
import { toConditions, toSorting } from '../view/to-query'
import { formatView } from '../view/view-params'
import { type Order, PAGE_SIZE, selectsRows, type ViewState } from '../view/view-state'
import { useArrivedCount } from './useArrivedCount'
import { useOfferedList } from './useOfferedList'
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
  /** The label behind the number, such as 'redimido' or 'redimidos'. */
  label: (count: number) => string
}

/** A way to group the rows of a tab. */
export interface GroupOptions<Field extends string> {
  /** The field whose texts are the groups; of dates, their months. It has a filter. */
  by: Field
  /** Name of the choice, and header of the groups. */
  label: string
  /** The field that identifies the groups, with a filter: two persons of one name have two ids. */
  key?: Field
  /** The texts are names, which several persons may have; not with a key. */
  areNames?: boolean
  /** The fields whose rows with a value are counted, with a header for each number. */
  counts?: Readonly<Partial<Record<Field, string>>>
  /** The fields to add up: those of the same thing as `by`, so that no sum is that of other rows. */
  sums?: readonly Field[]
}

export interface TableOptions<R> {
  /** The page sizes to offer; one size of ten by default. */
  pageSizes?: readonly number[]
  /** Adds the page report of Codigos, which is English (specification §2, D20). */
  hasEntriesReport?: boolean
  /** The field whose numbers the view bar adds up. */
  sum?: (keyof R & string) | undefined
  /** Counts in the view bar beside that of all rows; of columns with a filter by values. */
  counters?: readonly Counter<keyof R & string>[]
  /** The field whose texts staff may copy, one per line, with the name of the button. */
  copy?: { field: keyof R & string; name: string; copied: (count: number) => string }
  /** How staff may group the rows, in the order of the choices. */
  groups?: readonly GroupOptions<keyof R & string>[]
  /** What the rows are, where 'en total' alone would be that of another table: the singular and the plural, masculine. */
  noun?: readonly [one: string, other: string]
  /** The order at first, of a table without a view in the URL. */
  order?: Order
  /** Reloads older rows when staff enter the tab, in milliseconds (D25). */
  maxAgeMs?: number
}

export interface Table<R> {
  /** Number of rows of the current result, or of those received so far; undefined before the first. */
  total: number | undefined
  /** Number of them that match search and filters. */
  count: number | undefined
  /** The same number, once their page is shown; undefined without search and filters. */
  found: number | undefined
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
  hasEntriesReport: boolean
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
  /** What the rows are, see `TableOptions`. */
  noun: TableOptions<R>['noun']
  /** Figures about the matching rows; undefined until the rows are complete. */
  summary: Summary | undefined
  /** Finds the values of a column that match a search, as its facet counts them; undefined until the rows are complete. */
  findValues: ((column: DisplayedField, search: string) => Promise<Facet>) | undefined
  /** What the detail panel shows; undefined while it is closed. */
  detail: string | undefined
  /** The ways to group the rows; undefined until the result is complete, or without any. */
  groups:
    | (Pick<Table<R>, 'loadedAt' | 'running' | 'renew'> & {
        by: readonly GroupOptions<string>[]
        /** Groups the rows of the view. */
        load: (request: Omit<GroupRequest, 'query'>) => Promise<readonly Group[]>
      })
    | undefined
  /** When the rows were loaded. */
  loadedAt: Date | undefined
  /** The purpose of the pending request. */
  running: Purpose | undefined
  /** Identifies a pending request without rows so far; undefined otherwise. */
  request: number | undefined
  /** True when the last operation failed. */
  failed: boolean
  /** Why an operation last failed. */
  fault: Fault | undefined
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
  /** Reloads the current result, and makes older lists of details be loaded again. */
  renew: () => void
  /** The time of the last renewal or refresh by `performance.now()`; 0 without one. */
  renewedAt: number
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
  /** Removes all filters, that of the server too, and goes to the first page. */
  removeFilters: () => void
  /** Removes search and all filters, and goes to the first page. */
  showAll: () => void
  /** Shows these rows, by their keys; only for a table with a filter by `rows`. */
  showOnly: (rows: readonly R[]) => void
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
  {
    pageSizes,
    hasEntriesReport = false,
    sum,
    counters = NO_COUNTERS,
    copy,
    groups,
    noun,
    order: initialOrder,
    maxAgeMs,
  }: TableOptions<R> = {},
): Table<R> {
  // Columns created in each render would request the page in each render.
  const [fields] = useState(() => columns.filter(isDataColumn))
  const [declared] = useState(() => ({
    sum: fields.find(({ field }) => field === sum),
    facets: fields.filter(({ filter }) => filter === 'values').map((column) => facetOf(column, counters)),
  }))
  const [sizes] = useState(() => pageSizes ?? [PAGE_SIZE])
  const [view, setView] = useView(fields, sizes, initialOrder, ({ serverFilter }) => {
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
    fault,
    start,
    refetch,
    repeat,
    retry,
    confirmShown,
    reportLost,
  } = useRows(load, view.serverFilter)
  const [resultOfPage, setResultOfPage] = useState(resultId)
  const [renewedAt, setRenewedAt] = useState(0)

  const { search, filters, order, size } = view
  const conditions = useMemo(() => toConditions(fields, filters), [fields, filters])
  const sorting = useMemo(() => (isComplete ? toSorting(fields, order) : undefined), [isComplete, fields, order])
  // The active value must be counted too.
  const figures = useMemo(
    () => ({ ...declared, facets: declared.facets.map((column) => withText(column, filters[column.field])) }),
    [declared, filters],
  )
  const query = useMemo(() => ({ search, columns: fields, conditions, sorting }), [search, fields, conditions, sorting])
  const arrived = useArrivedCount(selectsRows(view) ? arriving : undefined)
  const total = Math.max(loaded, arrived)
  const requestedFirst = resultOfPage === resultId ? (view.page - 1) * size : 0
  const {
    page,
    shownQuery,
    count: matching,
    isPageLoading,
  } = usePage(rows, { first: clampFirst(requestedFirst, size, total), size, query }, total, reportLost)
  const count = matching ?? total
  const first = clampFirst(requestedFirst, size, count)
  const complete = isComplete ? rows : undefined
  const findValues = useMemo(
    () => complete && ((column: DisplayedField, search: string) => complete.values({ query, column, search })),
    [complete, query],
  )
  const summary = useSummary(complete, query, figures, isPageLoading)
  const isShown = running === undefined && !failed && !isPageLoading
  const isSettled = page !== undefined && isComplete && !isPageLoading

  function change(changed: Partial<ViewState>) {
    setView((current) => ({ ...current, page: 1, ...changed }))
    setResultOfPage(resultId)
  }

  function removeFilters(search: string) {
    change({ search, filters: {} })
    if (requestedFilter !== undefined) start({ purpose: 'refresh' })
  }

  function renew(purpose: 'refresh' | 'reload') {
    setRenewedAt(performance.now())
    start({ purpose })
  }

  const params = formatView({ ...view, serverFilter: requestedFilter, page: isSettled ? first / size + 1 : view.page })
  useViewUrl(params)
  const unfiltered = filter === undefined ? complete : undefined
  const isListLoading = running !== undefined && (unfiltered !== undefined || requestedFilter === undefined)
  useOfferedList(load.list, unfiltered, loadedAt, isListLoading, renewedAt)
  useReloadOnEntry(maxAgeMs, loadedAt, () => start({ purpose: 'reload' }))
  useEffect(() => complete?.prepareSearch(fields), [complete, fields])
  useEffect(() => {
    if (isShown) confirmShown()
  })

  return {
    total: rows && total,
    count: rows && count,
    found: rows && isSelective(shownQuery) ? matching : undefined,
    page: page?.rows,
    first,
    size,
    pageSizes,
    hasEntriesReport,
    resultId,
    query,
    columns: fields,
    order,
    search,
    filters,
    serverFilter: filter,
    params,
    counters,
    noun,
    summary,
    findValues,
    detail: view.detail,
    groups: groups &&
      complete && {
        by: groups,
        loadedAt,
        running,
        renew: () => renew('reload'),
        load: (request) => complete.groups({ ...request, query }),
      },
    loadedAt,
    arriving,
    isPageLoading,
    running,
    request: arriving ? undefined : request,
    failed,
    fault,
    refresh: () => renew('refresh'),
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
    renew: () => renew('reload'),
    renewedAt,
    repeat,
    retry,
    goToPage: (first, size) => change({ page: Math.floor(first / size) + 1, size }),
    orderBy: (order) => change({ order }),
    searchFor: (search) => change({ search }),
    filterBy: (changed) => change({ filters: withFilters(filters, changed) }),
    showOnly: (rows) => change({ search: '', filters: filterOfRows(fields, rows) }),
    openDetail: (detail) => setView((current) => ({ ...current, detail })),
    removeFilters: () => removeFilters(search),
    showAll: () => removeFilters(''),
    copy: copy &&
      complete && {
        ...copy,
        copied: copy.copied(count ?? 0),
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

function withText(column: FacetColumn, text: string | undefined): FacetColumn {
  return text === undefined ? column : { ...column, texts: [...new Set([...(column.texts ?? []), text])] }
}

/** True for a query of some rows only. */
function isSelective({ search, conditions }: Query): boolean {
  return search.trim() !== '' || conditions.length > 0
}

function filterOfRows<R extends AnyRow>(fields: readonly DataColumn<R>[], rows: readonly R[]): ViewState['filters'] {
  const column = fields.find(({ filter }) => filter === 'rows')
  return column ? { [column.field]: formatRowKeys(rows.map((row) => rowKey(row, column))) } : {}
}

function withFilters(filters: ViewState['filters'], changed: Readonly<Record<string, string | undefined>>) {
  const entries = Object.entries({ ...filters, ...changed })
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
