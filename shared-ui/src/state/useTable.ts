import type { AnyRow, Changes, CsvOptions, Direction, Selection, Sorting } from 'large-table'
import { useEffect, useState } from 'react'
import { clampFirst } from '../rows/clamp-first'
import { type Column, isDataColumn } from '../rows/columns'
import type { LoadRows } from '../rows/load-rows'
import { usePage } from './usePage'
import { type Purpose, useRows } from './useRows'

/** Rows per page unless the staff choose otherwise (specification §9). */
const PAGE_SIZE = 10

/** The column that rows are ordered by, named by its header. */
export interface Order {
  header: string
  direction: Direction
}

export interface Table<R> {
  /** How many rows the current result has, or has so far while the first is arriving; undefined before. */
  count: number | undefined
  /** The rows of the current page; undefined while the first of them are being fetched. */
  page: readonly R[] | undefined
  /** The rows of another page or order are being fetched. */
  isTurning: boolean
  /** The rows of a large answer while they arrive; their count grows by itself. */
  arriving: { readonly count: number } | undefined
  /** Index of the page's first row. */
  first: number
  /** Rows per page. */
  size: number
  /** Another one for every result that is shown from its first page; a result that is loaded again keeps its own. */
  edition: number
  order: Order | undefined
  /** True when the rows answer to a filter. */
  filtered: boolean
  /** What is under way. */
  running: Purpose | undefined
  /** Identifies the request that has brought no rows so far; undefined while there is none. */
  request: number | undefined
  /** True when the last operation failed. */
  failed: boolean
  /** Loads everything again and goes to the first page (D14). */
  refresh: () => void
  /** Shows the first page of the rows that match. Once they are shown, by `retry` at last, it calls `onShown`. */
  filter: (text: string, onShown?: () => void) => void
  /**
   * Asks for the current result again and stays on the page; for after a change.
   *
   * @returns resolves once the change is on the screen, by this call or by what overtook it or came after its failure;
   *   or once the tab is gone
   */
  reload: () => Promise<void>
  /**
   * Notes which rows there are, before a change whose outcome only the list can tell.
   *
   * @returns reads the current result again, and resolves to what has changed since; to undefined when there were no rows
   *   to compare with, when that read fails, and once the tab is gone
   */
  track: (selection: Selection) => () => Promise<Changes | undefined>
  /** Gives up the request that is under way and sends it again. */
  repeat: () => void
  /** Does again what failed, to its end. */
  retry: () => void
  turnTo: (first: number, size: number) => void
  orderBy: (order: Order) => void
  /** Makes the CSV file of every row of the current result, in the current order (D16); undefined while there is none. */
  csv: ((options: Pick<CsvOptions, 'signal' | 'onProgress'>) => Promise<Blob>) | undefined
}

/** The state of a tab's table: its rows, their order and the page. */
export function useTable<R extends AnyRow>(columns: readonly Column<R>[], load: LoadRows<R>): Table<R> {
  const {
    rows,
    count,
    isWhole,
    arriving,
    filter,
    edition,
    running,
    request,
    failed,
    start,
    reread,
    repeat,
    retry,
    end,
    fail,
  } = useRows(load)
  const [order, setOrder] = useState<Order>()
  // Kept as it was made: another one, of columns made anew, would ask for the page again with every render.
  const [ordering, setOrdering] = useState<Sorting>()
  const [place, setPlace] = useState({ first: 0, size: PAGE_SIZE, edition })

  const { size } = place
  const first = clampFirst(place.edition === edition ? place.first : 0, size, count)
  const sorting = isWhole ? ordering : undefined
  const { page, isTurning } = usePage(rows, { first, size: Math.min(size, count - first), sorting }, fail)
  const isShown = running === undefined && !failed && !isTurning
  const turnTo = (first: number, size: number) => setPlace({ first, size, edition })

  useEffect(() => {
    if (isShown) end()
  })

  return {
    count: rows && count,
    page,
    first,
    size,
    edition,
    order,
    arriving,
    isTurning,
    filtered: filter !== undefined,
    running,
    request: arriving ? undefined : request,
    failed,
    refresh: () => start({ purpose: 'refresh' }),
    filter: (text, onShown) => start({ purpose: 'filter', filter: text, onShown }),
    reload: () => start({ purpose: 'reload' }),
    track: (selection) => {
      const earlier = isWhole ? rows?.keys(selection) : undefined
      // Reported by the comparison, if there is one.
      earlier?.catch(() => undefined)
      return async () => {
        const current = await reread()
        if (!earlier || !current) return undefined
        return earlier.then((keys) => current.compare(selection, keys)).catch(() => undefined)
      }
    },
    repeat,
    retry,
    turnTo,
    orderBy: (order) => {
      setOrder(order)
      setOrdering(sortingBy(columns, order))
      turnTo(0, size)
    },
    csv:
      isWhole && rows
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
