import type { AnyRow, Changes, CsvOptions, Direction, Selection, Sorting } from 'large-table'
import { useEffect, useState } from 'react'
import { clampFirst } from '../rows/clamp-first'
import { type Column, isDataColumn } from '../rows/columns'
import type { LoadRows } from '../rows/load-rows'
import { usePage } from './usePage'
import { type Purpose, useRows } from './useRows'

/** Rows per page unless the staff choose otherwise (specification §9). */
const PAGE_SIZE = 10

/** The sort column, by its header, and the direction. */
export interface Order {
  header: string
  direction: Direction
}

export interface Table<R> {
  /** Number of rows of the current result, or of those received so far; undefined before the first. */
  count: number | undefined
  /** The rows of the current page; undefined until the first page has loaded. */
  page: readonly R[] | undefined
  /** The rows of another page or order are loading. */
  isPageLoading: boolean
  /** The rows of a large response while they arrive; their count grows without a render. */
  arriving: { readonly count: number } | undefined
  /** Index of the page's first row. */
  first: number
  /** Rows per page. */
  size: number
  /** Identifies the result: a new one starts at its first page, a reloaded one keeps its id and page. */
  resultId: number
  order: Order | undefined
  /** True when the rows are filtered. */
  filtered: boolean
  /** The purpose of the pending request. */
  running: Purpose | undefined
  /** Identifies a pending request without rows so far; undefined otherwise. */
  request: number | undefined
  /** True when the last operation failed. */
  failed: boolean
  /** Reloads all rows and goes to the first page (D14). */
  refresh: () => void
  /** Shows the first page of the matching rows, then calls `onShown`, also after a `retry`. */
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
  track: (selection: Selection) => () => Promise<Changes | undefined>
  /** Cancels the pending request and sends it again. */
  repeat: () => void
  /** Retries the failed operation. */
  retry: () => void
  /** Goes to a page: `first` is the index of its first row, `size` the number of rows per page. */
  goToPage: (first: number, size: number) => void
  /** Sorts the rows and goes to the first page. */
  orderBy: (order: Order) => void
  /** Exports all rows of the result, in the current order, as CSV (D16); undefined until the result is complete. */
  csv: ((options: Pick<CsvOptions, 'signal' | 'onProgress'>) => Promise<Blob>) | undefined
}

/** The state of a tab's table: its rows, their order and the page. */
export function useTable<R extends AnyRow>(columns: readonly Column<R>[], load: LoadRows<R>): Table<R> {
  const {
    rows,
    count,
    isComplete,
    arriving,
    filter,
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
  } = useRows(load)
  const [order, setOrder] = useState<Order>()
  // State, not derived: an object created in each render would request the page in each render.
  const [ordering, setOrdering] = useState<Sorting>()
  const [position, setPosition] = useState({ first: 0, size: PAGE_SIZE, resultId })

  const { size } = position
  const first = clampFirst(position.resultId === resultId ? position.first : 0, size, count)
  const sorting = isComplete ? ordering : undefined
  const { page, isPageLoading } = usePage(rows, { first, size: Math.min(size, count - first), sorting }, reportLost)
  const isShown = running === undefined && !failed && !isPageLoading
  const goToPage = (first: number, size: number) => setPosition({ first, size, resultId })

  useEffect(() => {
    if (isShown) confirmShown()
  })

  return {
    count: rows && count,
    page,
    first,
    size,
    resultId,
    order,
    arriving,
    isPageLoading,
    filtered: filter !== undefined,
    running,
    request: arriving ? undefined : request,
    failed,
    refresh: () => start({ purpose: 'refresh' }),
    filter: (text, onShown) => start({ purpose: 'filter', filter: text, onShown }),
    reload: () => start({ purpose: 'reload' }),
    track: (selection) => {
      const earlier = isComplete ? rows?.keys(selection) : undefined
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
    goToPage,
    orderBy: (order) => {
      setOrder(order)
      setOrdering(sortingBy(columns, order))
      goToPage(0, size)
    },
    csv:
      isComplete && rows
        ? (options) => rows.csv({ columns: columns.filter(isDataColumn), sorting, ...options })
        : undefined,
  }
}

function sortingBy<R extends AnyRow>(columns: readonly Column<R>[], { header, direction }: Order): Sorting | undefined {
  const column = columns.filter(isDataColumn).find((column) => column.header === header)
  if (!column) return undefined
  const { field, display } = column
  return { field, display, direction }
}
