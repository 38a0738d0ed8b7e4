import { apiClient } from 'shared-auth'
import { unwrap } from 'shared-auth/envelope'
import { MemoryRows } from './memory-rows'
import { parseRows, type Row } from './parse-rows'
import type { RowStore } from './row-store'

/** An answer longer than this, in bytes, is kept in a worker: parsing it would hold up the page. */
const LARGE = 512 * 1024

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

interface Call {
  url: string
  method: 'get' | 'post'
  data?: object
}

async function loadRows<Field extends string>(
  call: Call,
  fields: readonly Field[],
  { signal, onArrival }: RowsRequest<Row<Field>>,
): Promise<RowStore<Row<Field>>> {
  const { data: body } = await apiClient.request<ReadableStream<Uint8Array>>({
    ...call,
    signal,
    adapter: 'fetch',
    responseType: 'stream',
    // The client takes the payload out of an envelope (D1), so the stream goes through it in one.
    transformResponse: (stream: unknown) => ({ data: stream }),
    // In a shell whose client does not leave it out, axios names itself, which servers need not allow (CORS).
    headers: { 'User-Agent': false },
  })
  const reader = body.getReader()
  const { chunks, isWhole } = await readBeginning(reader)
  if (isWhole) return new MemoryRows(parseRows(unwrap(await parseJson(chunks)), fields, call.url))

  const { keepInWorker } = await import(/* webpackChunkName: 'rows-worker' */ '../rows-worker/keep-in-worker')
  return keepInWorker<Row<Field>>({ call: call.url, fields, chunks, reader, signal, onArrival })
}

async function readBeginning(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const chunks: Uint8Array[] = []
  for (let length = 0; length <= LARGE; ) {
    const { done, value } = await reader.read()
    if (done) return { chunks, isWhole: true }
    chunks.push(value)
    length += value.length
  }
  return { chunks, isWhole: false }
}

async function parseJson(chunks: Uint8Array[]): Promise<unknown> {
  const text = decode(chunks)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function decode(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder()
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode()
}
