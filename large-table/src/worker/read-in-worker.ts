/// <reference path="../bundled-text.d.ts" />
import type { Row } from '../parse-rows'
import type { RowSource, RowStore } from '../row-store'
import { startWorker } from './start-worker'
import code from './worker?bundled'
import { WorkerClient } from './worker-client'
import { WorkerRows } from './worker-rows'

/** Chunks that the worker may have at a time: enough to keep it busy, few enough that a page request waits only briefly. */
const MAX_PENDING = 16
/** Interval at which more rows are reported, in milliseconds: each time, the page searches them again. */
const NOTIFY_MS = 500

interface LargeResponse<Field extends string> extends RowSource<Field> {
  /** The chunks already read from its body. */
  chunks: readonly Uint8Array<ArrayBuffer>[]
  /** The first rows, already parsed by the page. */
  head: readonly Row<Field>[]
}

/**
 * Transfers a response to a worker while it arrives.
 *
 * @throws Error, and closes the worker, when the response has the wrong format, fails or is cancelled
 */
export async function readInWorker<Field extends string>(large: LargeResponse<Field>): Promise<RowStore<Row<Field>>> {
  const { path, fields, chunks, head, body, signal, onArrival } = large
  const rows = new WorkerRows<Row<Field>>(new WorkerClient(startWorker(code)), head)
  let notifiedAt = Number.NEGATIVE_INFINITY
  const pushBytes = async (bytes: Uint8Array<ArrayBuffer>) => {
    await rows.push(bytes)
    const isDue = performance.now() - notifiedAt >= NOTIFY_MS
    if (isDue && rows.count > 0 && rows.count >= head.length) {
      notifiedAt = performance.now()
      onArrival(rows)
    }
  }
  /** Stops reading on a failure, which is thrown when all requests are awaited. */
  const cancelOnFailure = (request: Promise<unknown>) => {
    request.catch(() => body.cancel()).catch(() => undefined)
    return request
  }
  try {
    const pending = [rows.open(fields), ...chunks.map(pushBytes)].map(cancelOnFailure)
    for (let { value } = await body.read(); value; { value } = await body.read()) {
      pending.push(cancelOnFailure(pushBytes(value)))
      if (pending.length > MAX_PENDING) await pending.shift()
    }
    await Promise.all(pending)
    const dropped = await rows.finish()
    signal.throwIfAborted()
    if (dropped > 0) console.warn(`${path}: dropped ${dropped} of ${rows.count + dropped} rows that are not objects.`)
    return rows
  } catch (error) {
    rows.close()
    throw error
  }
}
