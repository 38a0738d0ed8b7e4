import type { AnswerStream } from '../rows/answer-stream'
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
  answer: AnswerStream
  signal: AbortSignal
  onArrival: (rows: RowStore<R>) => void
}

/** Hands an answer over to a worker as it comes. Rejects, and keeps nothing, when it is not as agreed or called off. */
export async function keepInWorker<R>(large: LargeAnswer<R>): Promise<RowStore<R>> {
  const { call, fields, answer, signal, onArrival } = large
  const rows = new WorkerRows<R>(startWorker())
  const handed: Promise<void>[] = []
  let isTold = false
  const tell = () => {
    if (isTold || rows.count === 0) return
    isTold = true
    onArrival(rows)
  }
  const hand = (promise: Promise<void>) => {
    // There is no use in reading on then; the failure itself is waited for below.
    promise.catch(() => answer.cancel())
    handed.push(promise)
  }
  try {
    hand(rows.open(fields))
    for await (const batch of batches(large)) {
      hand(rows.push(batch).then(tell))
      if (handed.length > AHEAD) await handed.shift()
    }
    await Promise.all(handed)
    const dropped = await rows.finish()
    signal.throwIfAborted()
    if (dropped > 0) console.warn(`${call}: dropped ${dropped} of ${rows.count + dropped} rows that are not objects.`)
    return rows
  } catch (error) {
    rows.close()
    throw error
  }
}

/** What has been read already, and then batches of the rest. */
async function* batches<R>({ chunks, answer }: LargeAnswer<R>): AsyncGenerator<readonly Uint8Array[]> {
  yield chunks
  let batch: Uint8Array[] = []
  let length = 0
  for (let chunk = await answer.next(); chunk; chunk = await answer.next()) {
    batch.push(chunk)
    length += chunk.length
    if (length < BATCH) continue
    yield batch
    batch = []
    length = 0
  }
  yield batch
}
