import { isBlankSearch, sameText } from '@canje/large-table'
import type { DataColumn } from '../rows/columns'
import { isDayRange } from './day-range'
import { parseDetail } from './detail-link'
import { NO_DAY, type Order, PAGE_SIZE, type ViewState } from './view-state'

/** The parameters of a view beside those of its filters, which are named after their fields (D24, view in the URL). */
const SEARCH = 'q'
const ORDER = 'orden'
const PAGE = 'pagina'
const SIZE = 'filas'
const SERVER_FILTER = 'filtro'
const DETAIL = 'detalle'

/** Longer parameters of a view are not in its URL, in characters. */
export const MAX_PARAMS_LENGTH = 20_000
const MAX_SERVER_FILTER_LENGTH = 50
const MAX_DETAIL_LENGTH = 500

/** What a view needs of a column. */
export type ViewColumn = Pick<DataColumn<never>, 'field' | 'filter'>

/**
 * Reads a view from the parameters of a URL. Each unknown or invalid parameter is ignored.
 *
 * @param params the URL's fragment, without '#'
 * @param columns the tab's columns
 * @param sizes the page sizes that the tab offers
 */
export function parseView(params: string, columns: readonly ViewColumn[], sizes: readonly number[]): ViewState {
  const values = new URLSearchParams(params)
  const size = Number(values.get(SIZE))
  const page = values.get(PAGE) ?? ''
  const detail = text(values, DETAIL, MAX_DETAIL_LENGTH)
  const serverFilter = text(values, SERVER_FILTER, MAX_SERVER_FILTER_LENGTH) ?? ''
  return {
    search: text(values, SEARCH, MAX_PARAMS_LENGTH) ?? '',
    filters: Object.fromEntries(columns.flatMap((column) => filterEntries(values, column))),
    serverFilter: sameText(serverFilter) === '' ? undefined : serverFilter.trim(),
    order: parseOrder(values.get(ORDER) ?? '', columns),
    page: /^[1-9]\d{0,7}$/.test(page) ? Number(page) : 1,
    size: sizes.includes(size) ? size : PAGE_SIZE,
    detail: parseDetail(detail) && detail,
  }
}

/** Writes a view as the parameters of a URL, without those that have their initial value. */
export function formatView({ search, filters, serverFilter, order, page, size, detail }: ViewState): string {
  const values = new URLSearchParams()
  if (!isBlankSearch(search)) values.set(SEARCH, search)
  if (serverFilter !== undefined) values.set(SERVER_FILTER, serverFilter)
  for (const [field, value] of Object.entries(filters)) values.set(field, value)
  if (order) values.set(ORDER, `${order.field}.${order.direction === 1 ? 'asc' : 'desc'}`)
  if (size !== PAGE_SIZE) values.set(SIZE, String(size))
  if (page > 1) values.set(PAGE, String(page))
  if (detail !== undefined) values.set(DETAIL, detail)
  return values.toString()
}

/** The parameters of a view that shows details only. */
export function detailParams(detail: string): string {
  return new URLSearchParams({ [DETAIL]: detail }).toString()
}

function text(values: URLSearchParams, key: string, maxLength: number): string | undefined {
  const value = values.get(key)
  return value !== null && value.length <= maxLength ? value : undefined
}

function filterEntries(values: URLSearchParams, { field, filter }: ViewColumn): [string, string][] {
  const value = filter && text(values, field, MAX_PARAMS_LENGTH)
  if (value === undefined || (filter === 'dates' && value !== NO_DAY && !isDayRange(value))) return []
  if (filter === 'rows' && value === '') return []
  return [[field, value]]
}

function parseOrder(value: string, columns: readonly ViewColumn[]): Order | undefined {
  const [, field, direction] = /^(.+)\.(asc|desc)$/.exec(value) ?? []
  const column = columns.find((column) => column.field === field)
  return column && { field: column.field, direction: direction === 'asc' ? 1 : -1 }
}
