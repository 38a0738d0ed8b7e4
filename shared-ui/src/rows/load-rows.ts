import { unwrap } from 'shared-auth/envelope'
import { type Call, openAnswer } from './answer-stream'
import type { BodyReader } from './body-reader'
import { firstRows } from './first-rows'
import { MemoryRows } from './memory-rows'
import { parseRows, type Row, readRows } from './parse-rows'
import type { RowStore } from './row-store'

/** An answer longer than this, in bytes, is kept in a worker: parsing it would hold up the page. */
const LARGE = 512 * 1024
/** How often is looked for rows to show while the rest of a slow answer is on its way, in milliseconds. */
const SOON = 100

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
  const answer = await openAnswer(call, signal)
  try {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let head: Row<Field>[] = []
    const showFirst = () => {
      if (head.length > 0) return
      head = readRows(firstRows(chunks), fields)
      if (head.length > 0) onArrival(new MemoryRows(head))
    }
    if (await readBeginning(answer, chunks, showFirst))
      return new MemoryRows(parseRows(unwrap(parseJson(decode(chunks))), fields, call.url))

    const worker = import(/* webpackChunkName: 'rows-worker' */ '../rows-worker/keep-in-worker')
    showFirst()
    const { keepInWorker } = await worker
    return await keepInWorker<Row<Field>>({ call: call.url, fields, chunks, head, answer, signal, onArrival })
  } catch (error) {
    answer.cancel()
    throw new Error(`${call.url}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

/** Reads an answer to its end, or until it is large. @returns whether it is all there */
async function readBeginning(
  answer: BodyReader,
  chunks: Uint8Array<ArrayBuffer>[],
  onSlow: () => void,
): Promise<boolean> {
  const timer = setInterval(onSlow, SOON)
  try {
    for (let length = 0; length <= LARGE; ) {
      const chunk = await answer.next()
      if (!chunk) return true
      chunks.push(chunk)
      length += chunk.length
    }
    return false
  } finally {
    clearInterval(timer)
  }
}

function parseJson(text: string): unknown {
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
