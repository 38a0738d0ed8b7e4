import { createRowStore, type Row, type RowStore } from 'large-table'
import { type Call, openAnswer } from './answer-stream'

/** What a tab asks of the server. */
export interface RowsRequest<R> {
  /** What the rows must match; undefined for all of them. */
  filter: string | undefined
  signal: AbortSignal
  /** Gets the rows of a large answer once the first are there; their count grows while the rest arrive. */
  onArrival: (rows: RowStore<R>) => void
}

/** Asks the server for rows: all of them, or those that match a filter. */
export type LoadRows<R> = (request: RowsRequest<R>) => Promise<RowStore<R>>

/**
 * The load of a call that has no filter (specification §7).
 *
 * @param call its path below the info API's base
 * @param fields the fields to keep of each row
 */
export function loadAll<Field extends string>(call: string, fields: readonly Field[]): LoadRows<Row<Field>> {
  return (request) => loadRows({ url: call, method: 'get' }, fields, request)
}

/** The load of a call that can be filtered: an empty object asks for every row, `prmNameOrPhone` for those that match. */
export function loadFiltered<Field extends string>(call: string, fields: readonly Field[]): LoadRows<Row<Field>> {
  return (request) => {
    const data = request.filter === undefined ? {} : { prmNameOrPhone: request.filter }
    return loadRows({ url: call, method: 'post', data }, fields, request)
  }
}

async function loadRows<Field extends string>(
  call: Call,
  fields: readonly Field[],
  { signal, onArrival }: RowsRequest<Row<Field>>,
): Promise<RowStore<Row<Field>>> {
  const body = await openAnswer(call, signal)
  return createRowStore({ call: call.url, fields, body, signal, onArrival })
}
