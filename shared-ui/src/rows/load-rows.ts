import { createRowStore, type Row, type RowStore } from '@canje/large-table'
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
  /** The request for all rows, by which the session knows the list; undefined for rows of another kind. */
  list?: ListRequest
}

/** A request for all rows of a list, and the fields to keep of each. */
export interface ListRequest extends ApiRequest {
  fields: readonly string[]
}

/**
 * Loads rows from an endpoint without a filter (specification §7).
 *
 * @param path relative to the info API's base URL
 * @param fields the fields to keep of each row
 */
export function loadAll<Field extends string>(path: string, fields: readonly Field[]): LoadRows<Row<Field>> {
  const list = { url: path, method: 'get', fields } as const
  return Object.assign((request: RowsRequest<Row<Field>>) => loadList(list, request), { list })
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
  const list = { url: path, method: 'post', data: {}, fields } as const
  const load = ({ filter, ...request }: RowsRequest<Row<Field>>) =>
    loadList(filter === undefined ? list : { ...list, data: { [parameter]: filter } }, request)
  return Object.assign(load, { list })
}

/** Loads the rows of a list. */
export async function loadList<Field extends string>(
  { fields, ...request }: ApiRequest & { fields: readonly Field[] },
  { signal, onArrival }: Pick<RowsRequest<Row<Field>>, 'signal' | 'onArrival'>,
): Promise<RowStore<Row<Field>>> {
  const body = await openResponse(request, signal)
  return createRowStore({ path: request.url, fields, body, signal, onArrival })
}
