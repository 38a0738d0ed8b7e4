import type { RowStore } from '../rows/row-store'
import { startWorker } from './start-worker'
import { WorkerRows } from './worker-rows'

/** Bytes that are handed over at a time: each time costs the page more than the bytes do. */
const BATCH = 256 * 1024
/** How many batches the worker may be behind: enough to keep it busy, few enough for a page to be asked for between. */
const AHEAD = 4

interface LargeAnswer<R> {
  /** The name of the call, for the messages. */
  call: string
  fields: readonly string[]
  /** What has been read already. */
  chunks: readonly Uint8Array[]
  /** The rest. */
  reader: ReadableStreamDefaultReader<Uint8Array>
  signal: AbortSignal
  onArrival: (rows: RowStore<R>) => void
}

/** Hands an answer over to a worker as it comes. Rejects, and keeps nothing, when it is not as agreed or called off. */
export async function keepInWorker<R>(answer: LargeAnswer<R>): Promise<RowStore<R>> {
  const { call, fields, reader, signal, onArrival } = answer
  const rows = new WorkerRows<R>(startWorker())
  const handed: Promise<void>[] = []
  let isTold = false
  try {
    await rows.open(fields)
    for await (const batch of batches(answer)) {
      handed.push(settled(rows.push(batch)))
      if (handed.length < AHEAD && rows.count > 0) continue
      await handed.shift()
      if (isTold || rows.count === 0) continue
      isTold = true
      onArrival(rows)
    }
    await Promise.all(handed)
    const dropped = await rows.finish()
    signal.throwIfAborted()
    if (dropped > 0) console.warn(`${call}: dropped ${dropped} of ${rows.count + dropped} rows that are not objects.`)
    return rows
  } catch (error) {
    rows.close()
    reader.cancel(error).catch(() => undefined)
    throw error
  }
}

/** What has been read already, and then batches of the rest. */
async function* batches<R>({ chunks, reader }: LargeAnswer<R>): AsyncGenerator<readonly Uint8Array[]> {
  yield chunks
  let batch: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    batch.push(value)
    length += value.length
    if (length < BATCH) continue
    yield batch
    batch = []
    length = 0
  }
  yield batch
}

/** A promise whose failure may be looked at later. */
function settled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
