import type { Row } from '../parse-rows'
import type { RowSource, RowStore } from '../row-store'
import { startWorker } from './start-worker'
import { WorkerRows } from './worker-rows'

/** Memory for the bytes that are handed over at a time, at most: each time costs the page more than the bytes do. */
const ROOM = 512 * 1024
/** How many of those go round: enough to keep the worker busy, few enough for a page to be asked for between. */
const ROOMS = 4

interface LargeResponse<Field extends string> extends RowSource<Field> {
  /** What has been read of its body. */
  chunks: readonly Uint8Array<ArrayBuffer>[]
  /** The first rows of that, as many as the page has read for itself. */
  head: readonly Row<Field>[]
}

/** Hands a response over to a worker as it comes. Rejects, and keeps nothing, when it is not as agreed or called off. */
export async function readInWorker<Field extends string>(large: LargeResponse<Field>): Promise<RowStore<Row<Field>>> {
  const { call, fields, chunks, head, body, signal, onArrival } = large
  const { worker, revokeCode } = startWorker()
  const rows = new WorkerRows<Row<Field>>(worker, head)
  let isTold = false
  const hand = async (bytes: Uint8Array<ArrayBuffer>) => {
    const room = await rows.push(bytes)
    if (!isTold && rows.count > 0 && rows.count >= head.length) {
      isTold = true
      onArrival(rows)
    }
    return room
  }
  /** A failure is waited for at the end; there is no use in reading on then. */
  const underWay = <T>(request: Promise<T>) => {
    request.catch(() => body.cancel())
    return request
  }
  try {
    const opened = underWay(rows.open(fields).finally(revokeCode))
    const beginning = chunks.map((chunk) => underWay(hand(chunk)))
    const rooms = Array.from({ length: ROOMS }, async () => new ArrayBuffer(ROOM))
    for (let room = await rooms.shift(); room; room = await rooms.shift()) {
      const bytes = await body.next(room)
      if (!bytes) break
      rooms.push(underWay(hand(bytes)))
    }
    await Promise.all([opened, ...beginning, ...rooms])
    const dropped = await rows.finish()
    signal.throwIfAborted()
    if (dropped > 0) console.warn(`${call}: dropped ${dropped} of ${rows.count + dropped} rows that are not objects.`)
    return rows
  } catch (error) {
    rows.close()
    throw error
  }
}
