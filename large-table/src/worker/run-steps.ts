import type { FileReceiver } from '../row-store'

/** How long a computation may delay other requests, in milliseconds: one that staff wait for, and one in the background. */
const [URGENT_BLOCK_MS, BACKGROUND_BLOCK_MS] = [16, 4]
/** How often progress is reported, in milliseconds. */
const PROGRESS_INTERVAL_MS = 100

/** A computation in short steps, so that other requests need not wait for it. */
export type Steps<Result, Step = undefined> = Generator<Step, Result>

/** A step of writing a file. */
interface FileStep {
  /** The number of rows written so far. */
  done: number
  /** The next parts of the file; overwritten by the next step. */
  parts: readonly Uint8Array<ArrayBuffer>[]
}

/** The steps of writing a file, which return its type, such as `text/csv`. Those before its first rows have no result. */
export type FileSteps = Steps<string, FileStep | undefined>

interface RunOptions<Step> {
  /** The urgent computations, for which one in the background waits between its blocks. */
  urgent?: ReadonlySet<Promise<unknown>>
  /** Delays each block further. */
  whenIdle?: () => Promise<void>
  /** Cancels it. */
  signal?: AbortSignal
  onStep?: (step: Step) => void
}

/** Makes all steps of a computation, and yields to other requests in between. */
export async function runSteps<Result, Step>(
  steps: Steps<Result, Step>,
  { urgent, whenIdle, signal, onStep }: RunOptions<Step> = {},
): Promise<Result> {
  for (;;) {
    await yieldToRequests()
    await whenIdle?.()
    if (urgent?.size) await Promise.allSettled(urgent)
    if (signal?.aborted) throw new Error('The request was cancelled.')
    const started = performance.now()
    do {
      const { done, value } = steps.next()
      if (done) return value
      onStep?.(value)
    } while (performance.now() - started < (urgent ? BACKGROUND_BLOCK_MS : URGENT_BLOCK_MS))
  }
}

/** Writes a file in parts, which the browser may store on disk. */
export async function writeFile(
  steps: FileSteps,
  { onProgress, ...options }: FileReceiver & Pick<RunOptions<unknown>, 'urgent'>,
): Promise<Blob> {
  const blobs: Blob[] = []
  let reported = performance.now()
  const type = await runSteps(steps, {
    ...options,
    onStep: (step) => {
      if (!step) return
      blobs.push(new Blob([...step.parts]))
      if (performance.now() - reported < PROGRESS_INTERVAL_MS) return
      reported = performance.now()
      onProgress(step.done)
    },
  })
  return new Blob(blobs, { type })
}

/** Yields to pending requests. A message is used because a timer would wait longer. */
function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
