import type { RowStore } from '../rows/row-store'
import { startWorker } from './start-worker'
import { WorkerRows } from './worker-rows'

/** How many chunks the worker may be behind: enough to keep it busy, few enough for a page to be asked for between. */
const AHEAD = 8
/** How often arrival is told, in milliseconds. */
const ARRIVAL_INTERVAL = 400

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
  let told = -Infinity
  try {
    await rows.open(fields)
    for await (const chunk of allChunks(answer)) {
      handed.push(settled(rows.push(chunk.slice())))
      if (handed.length < AHEAD && rows.count > 0) continue
      await handed.shift()
      if (rows.count === 0 || performance.now() - told < ARRIVAL_INTERVAL) continue
      told = performance.now()
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

async function* allChunks<R>({ chunks, reader }: LargeAnswer<R>): AsyncGenerator<Uint8Array> {
  yield* chunks
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** A promise whose failure may be looked at later. */
function settled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
