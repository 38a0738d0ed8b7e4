import { useMemo, useState } from 'react'
import { clampFirst, type Order, orderRows } from '../rows/arrange'
import { type Column, isDataColumn } from '../rows/columns'
import { type LoadRows, type Purpose, useRows } from './useRows'

/** Rows per page unless the staff choose otherwise (specification §9). */
const PAGE_SIZE = 10

export interface Table<R> {
  /** Every row of the current result in the current order, or undefined before the first answer. */
  rows: readonly R[] | undefined
  /** The rows of the current page. */
  page: readonly R[]
  /** Index of the page's first row. */
  first: number
  /** Rows per page. */
  size: number
  order: Order | undefined
  /** True when the rows answer to a filter. */
  filtered: boolean
  /** What is under way. */
  running: Purpose | undefined
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
  /** Does again what failed, to its end. */
  retry: () => void
  turnTo: (first: number, size: number) => void
  orderBy: (order: Order) => void
}

/** The state of a tab's table: its rows, their order and the page. */
export function useTable<R>(columns: readonly Column<R>[], load: LoadRows<R>): Table<R> {
  const { rows, filter, edition, running, failed, start, retry } = useRows(load)
  const [order, setOrder] = useState<Order>()
  const [page, setPage] = useState({ first: 0, size: PAGE_SIZE, edition })

  const value = columns.filter(isDataColumn).find(({ header }) => header === order?.header)?.value
  const direction = order?.direction
  const ordered = useMemo(
    () => (rows && value && direction ? orderRows(rows, value, direction) : rows),
    [rows, value, direction],
  )

  const { size } = page
  const wanted = page.edition === edition ? page.first : 0
  const first = clampFirst(wanted, size, ordered?.length ?? 0)
  const turnTo = (first: number, size: number) => setPage({ first, size, edition })

  return {
    rows: ordered,
    page: ordered?.slice(first, first + size) ?? [],
    first,
    size,
    order,
    filtered: filter !== undefined,
    running,
    failed,
    refresh: () => start({ purpose: 'refresh' }),
    filter: (text, onShown) => start({ purpose: 'filter', filter: text, onShown }),
    reload: () => start({ purpose: 'reload' }),
    retry,
    turnTo,
    orderBy: (order) => {
      setOrder(order)
      turnTo(0, size)
    },
  }
}
