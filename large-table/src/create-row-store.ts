import { unwrap } from '@canje/shared-auth/envelope'
import { parseJson } from '@canje/shared-auth/json'
import { firstRows } from './first-rows'
import { importWithRetry } from './import-chunk'
import { MemoryRows } from './memory-rows'
import { parseRows, type Row, readRows } from './parse-rows'
import type { BodyReader, RowSource, RowStore } from './row-store'

/** Longer responses are stored in a worker, because parsing them would block the page. */
const LARGE_BYTES = 512 * 1024
/** Interval of the attempts to parse the first rows of a slow response. */
const FIRST_ROWS_INTERVAL_MS = 100

/**
 * Reads the rows of a response to its end: a small one into memory, a large one into a worker.
 *
 * @throws Error with `source.path` when the response has the wrong format, cannot be read to its end, or is cancelled; its
 *   rows are then discarded
 */
export async function createRowStore<Field extends string>(source: RowSource<Field>): Promise<RowStore<Row<Field>>> {
  const { path, fields, body, onArrival } = source
  try {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let head: Row<Field>[] = []
    const deliverFirstRows = () => {
      if (head.length > 0) return
      head = readRows(firstRows(chunks), fields)
      if (head.length > 0) onArrival(new MemoryRows(head))
    }
    if (await readUntilLarge(body, chunks, deliverFirstRows)) {
      const { text, isGarbled } = decode(chunks)
      return new MemoryRows(parseRows(unwrap(tryParse(text)), fields, path), isGarbled)
    }

    const worker = importWithRetry(() => import(/* webpackChunkName: 'large-table' */ './worker/read-in-worker'))
    deliverFirstRows()
    const { readInWorker } = await worker
    return await readInWorker<Field>({ ...source, chunks, head })
  } catch (error) {
    body.cancel().catch(() => undefined)
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

/** Reads a response to its end, or until it is large. @returns whether the response is complete */
async function readUntilLarge(
  body: BodyReader,
  chunks: Uint8Array<ArrayBuffer>[],
  onSlow: () => void,
): Promise<boolean> {
  const timer = setInterval(onSlow, FIRST_ROWS_INTERVAL_MS)
  try {
    for (let length = 0; length <= LARGE_BYTES; ) {
      const { value: chunk, done } = await body.read()
      if (done) return true
      chunks.push(chunk)
      length += chunk.length
    }
    return false
  } finally {
    clearInterval(timer)
  }
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

function decode(chunks: readonly Uint8Array[]): { text: string; isGarbled: boolean } {
  const decodeBy = (decoder: TextDecoder) =>
    chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode()
  try {
    return { text: decodeBy(new TextDecoder('utf-8', { fatal: true })), isGarbled: false }
  } catch {
    return { text: decodeBy(new TextDecoder()), isGarbled: true }
  }
}
