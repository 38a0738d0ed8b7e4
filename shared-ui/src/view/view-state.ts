import type { Direction } from '@canje/large-table'

/** Rows per page unless the staff choose otherwise (specification §9). */
export const PAGE_SIZE = 10

/** The filter of rows without a valid date. */
export const NO_DAY = ''

/** The sort column, by its field, and the direction. */
export interface Order {
  field: string
  direction: Direction
}

/** What staff see of a tab's rows, without the rows: search, filters, order and page. */
export interface ViewState {
  /** The text of the search field. */
  search: string
  /**
   * The filters by field: a displayed text, the label of a column's other values, calendar days as
   * `2025-10-22..2025-11-22`, both included, {@link NO_DAY}, or the keys of rows, one per line.
   */
  filters: Readonly<Record<string, string>>
  /** The filter of the server's list, in Puntaje and Referidos. */
  serverFilter: string | undefined
  order: Order | undefined
  /** The number of the page, from 1. */
  page: number
  /** Rows per page. */
  size: number
  /** What the detail panel shows, see `parseDetail`; undefined while it is closed. */
  detail: string | undefined
}
