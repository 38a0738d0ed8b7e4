import { createRowStore, type Row, type RowStore } from '@canje/large-table'
import { type FieldColumns, fieldColumns } from './columns'
import type { ListRequest, ListSource } from './list-cache'
import { type ApiRequest, openResponse } from './response-stream'

/** A tab's request for rows. */
export interface RowsRequest<R> extends ListRequest<R> {
  /** Text that the rows must match; undefined for all rows. */
  filter: string | undefined
}

/**
 * Requests rows from the server: all of them, or those that match a filter.
 *
 * @throws Error with the request's path when the request fails, is cancelled, or its response has no rows
 */
export interface LoadRows<R> {
  (request: RowsRequest<R>): Promise<RowStore<R>>
  /** All rows in the cache of the session; undefined for rows of another kind. */
  list?: ListSource
}

/** What reads a list in the cache of the session. */
export interface ListReader {
  list: ListSource
}

/**
 * Loads rows from an endpoint (specification §7).
 *
 * @param path relative to the info API's base URL
 * @param fields the fields to keep of each row
 * @param parameter the name of the filter in the request, of an endpoint that has one; an empty object requests all rows
 */
export function loaderOf<Field extends string>(
  path: string,
  fields: readonly Field[],
  parameter?: string,
): LoadRows<Row<Field>> & ListReader {
  const requestOf = (filter?: string): ApiRequest => {
    if (parameter === undefined) return { url: path, method: 'get' }
    return { url: path, method: 'post', data: filter === undefined ? {} : { [parameter]: filter } }
  }
  async function load<Of extends string>(fields: readonly Of[], received: ListRequest<Row<Of>>, filter?: string) {
    const body = await openResponse(requestOf(filter), received.signal)
    return createRowStore({ path, fields, body, ...received })
  }
  const loadRows: LoadRows<Row<Field>> = ({ filter, ...received }) => load(fields, received, filter)
  // Readers of further fields share the list of a request.
  return Object.assign(loadRows, { list: { key: JSON.stringify(requestOf()), fields, isKept: true, load } })
}

/** The rows of a list. */
export type RowOf<L> = L extends { load: LoadRows<infer R> } ? R : never

interface Declaration<Field extends string> {
  /** Relative to the info API's base URL. */
  path: string
  /** The parameter of a list that the server filters. */
  filter?: string
  /** The fields to keep of each row, with their headers and displays, in the order of the columns. */
  columns: FieldColumns<Field>
}

/**
 * Declares a list of the info API (specification §7).
 *
 * @example export const prizes = listOf({ path: 'SelectPrizes', columns: { id: { header: 'Id' }, name: 'Nombre' } })
 */
export function listOf<Field extends string>({ path, filter, columns: declared }: Declaration<Field>) {
  const columns = fieldColumns(declared)
  const fields = columns.map(({ field }) => field)
  return { columns, load: loaderOf(path, fields, filter) }
}
