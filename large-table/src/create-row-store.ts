import { unwrap } from 'shared-auth/envelope'
import type { BodyReader } from './body-reader'
import { firstRows } from './first-rows'
import { MemoryRows } from './memory-rows'
import { parseRows, type Row, readRows } from './parse-rows'
import type { RowSource, RowStore } from './row-store'

/** A response longer than this, in bytes, is kept in a worker: parsing it would hold up the page. */
const LARGE = 512 * 1024
/** How often is looked for rows to show while the rest of a slow response is on its way, in milliseconds. */
const SOON = 100

/**
 * Reads the rows of a response to its end: a small one into memory, a large one into a worker.
 *
 * @throws Error with the name of the call when the response is not as agreed, cannot be read to its end, or is called off;
 *   nothing of it is kept then
 */
export async function createRowStore<Field extends string>(source: RowSource<Field>): Promise<RowStore<Row<Field>>> {
  const { call, fields, body, onArrival } = source
  try {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let head: Row<Field>[] = []
    const showFirst = () => {
      if (head.length > 0) return
      head = readRows(firstRows(chunks), fields)
      if (head.length > 0) onArrival(new MemoryRows(head))
    }
    if (await readBeginning(body, chunks, showFirst))
      return new MemoryRows(parseRows(unwrap(parseJson(decode(chunks))), fields, call))

    const worker = import(/* webpackChunkName: 'large-table' */ './worker/read-in-worker')
    showFirst()
    const { readInWorker } = await worker
    return await readInWorker<Field>({ ...source, chunks, head })
  } catch (error) {
    body.cancel()
    throw new Error(`${call}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

/** Reads a response to its end, or until it is large. @returns whether it is all there */
async function readBeginning(
  body: BodyReader,
  chunks: Uint8Array<ArrayBuffer>[],
  onSlow: () => void,
): Promise<boolean> {
  const timer = setInterval(onSlow, SOON)
  try {
    for (let length = 0; length <= LARGE; ) {
      const chunk = await body.next()
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
