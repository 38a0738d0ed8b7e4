import { createRowStore, type Row, type RowStore } from '@canje/large-table'
import type { ListSource } from './list-cache'
import { type ApiRequest, openResponse } from './response-stream'

/** A tab's request for rows. */
export interface RowsRequest<R> {
  /** Text that the rows must match; undefined for all rows. */
  filter: string | undefined
  signal: AbortSignal
  /** Gets the first rows of a large response; their count grows until the response is complete. */
  onArrival: (rows: RowStore<R>) => void
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

/**
 * Loads rows from an endpoint without a filter (specification §7).
 *
 * @param path relative to the info API's base URL
 * @param fields the fields to keep of each row
 */
export function loadAll<Field extends string>(path: string, fields: readonly Field[]): LoadRows<Row<Field>> {
  const request = { url: path, method: 'get' } as const
  const load: LoadRows<Row<Field>> = ({ signal, onArrival }) => loadList(request, fields, { signal, onArrival })
  return Object.assign(load, { list: sourceOf(request, fields) })
}

/**
 * Loads rows from an endpoint with a filter: an empty object requests all rows, a parameter those that match.
 *
 * @param path relative to the info API's base URL
 * @param fields the fields to keep of each row
 * @param parameter the name of the filter in the request
 */
export function loadFiltered<Field extends string>(
  path: string,
  fields: readonly Field[],
  parameter: string,
): LoadRows<Row<Field>> {
  const request = { url: path, method: 'post', data: {} } as const
  const load: LoadRows<Row<Field>> = ({ filter, ...received }) =>
    loadList(filter === undefined ? request : { ...request, data: { [parameter]: filter } }, fields, received)
  return Object.assign(load, { list: sourceOf(request, fields) })
}

/** The list of a request in the cache of the session. Readers of further fields share it. */
function sourceOf(request: ApiRequest, fields: readonly string[]): ListSource {
  const key = JSON.stringify([request.method, request.url, request.data])
  return { key, fields, isKept: true, load: (all, received) => loadList(request, all, received) }
}

async function loadList<Field extends string>(
  request: ApiRequest,
  fields: readonly Field[],
  { signal, onArrival }: Pick<RowsRequest<Row<Field>>, 'signal' | 'onArrival'>,
): Promise<RowStore<Row<Field>>> {
  const body = await openResponse(request, signal)
  return createRowStore({ path: request.url, fields, body, signal, onArrival })
}
