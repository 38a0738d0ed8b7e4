import { stringifyJson } from '@canje/shared-auth/json'
import { selectionKey } from '../query'
import { ColumnStore, type FileStep, type Steps } from './column-store'
import type { Reply, Request } from './protocol'

/** How often progress is reported, in milliseconds. */
const PROGRESS_INTERVAL_MS = 100
/** How long an urgent computation may delay other requests, in milliseconds. */
const MAX_BLOCK_MS = 16
/** How long after a request searches are prepared, in milliseconds: staff who turn pages turn the next one sooner. */
const QUIET_MS = 200

/** The source of requests: the worker's global scope, or a port in tests. */
export interface RequestSource {
  onmessage: ((event: MessageEvent<Request>) => void) | null
}

/** Serves the requests of a page, see `Requests`. */
export function serveRows(source: RequestSource): void {
  let store = new ColumnStore([])
  /** Identifies the rows of each store's last page and last summary, and of its last values of each column. */
  const latest = new Map<string, string>()
  /** Pending computations that staff wait for. All others pause. */
  const urgent = new Set<Promise<unknown>>()
  /** The time of the last request that staff wait for. */
  let requestedAt = Number.NEGATIVE_INFINITY

  /** Returns whether no later request with another key supersedes this one, as while staff type a search. */
  function followLatest(subject: string, key: string): () => boolean {
    latest.set(subject, key)
    return () => latest.get(subject) === key
  }

  async function respond(request: Request, port: MessagePort): Promise<unknown> {
    switch (request.type) {
      case 'open':
        store = new ColumnStore(request.fields)
        return undefined
      case 'push':
        return { count: store.push(request.bytes), buffer: request.bytes.buffer }
      case 'finish':
        return store.finish()
      case 'page':
        return first(
          run(store.page(request), {
            isWanted: followLatest(`page of ${request.from}`, selectionKey(request.query)),
          }),
        )
      case 'summary':
        return run(store.summary(request), {
          isWanted: followLatest(`summary of ${request.from}`, selectionKey(request.query)),
          urgent,
        })
      case 'values':
        return run(store.values(request), {
          isWanted: followLatest(`values of ${stringifyJson([request.from, request.column])}`, stringifyJson(request)),
          urgent,
        })
      case 'groups':
        return run(store.groups(request), { urgent })
      case 'find':
        return first(run(store.find(request), {}))
      case 'prepareSearch':
        return run(store.prepareSearch(request.columns), { urgent, whenIdle })
      case 'keys':
        return store.keys(request.selection)
      case 'compare':
        return store.compare(request.selection, request.earlier)
      case 'tsv':
        return run(store.tsv(request), { urgent })
      case 'csv':
        return first(writeFile(store.csv(request), port, 'text/csv'))
      case 'json':
        return first(writeFile(store.json(request.query), port, 'application/json'))
    }
  }

  /** Waits until staff have requested nothing for a while. */
  async function whenIdle(): Promise<void> {
    for (;;) {
      const left = requestedAt + QUIET_MS - performance.now()
      if (left <= 0) return
      await new Promise((resolve) => setTimeout(resolve, left))
    }
  }

  /** Makes other computations wait for this one. */
  function first<Result>(computation: Promise<Result>): Promise<Result> {
    urgent.add(computation)
    return computation.finally(() => urgent.delete(computation))
  }

  source.onmessage = async ({ data, ports: [port] }) => {
    if (!port) return
    const reply = (message: Reply, transfer: Transferable[] = []) => port.postMessage(message, transfer)
    if (data.type !== 'push' && data.type !== 'prepareSearch') requestedAt = performance.now()
    try {
      reply({ value: await respond(data, port) }, data.type === 'push' ? [data.bytes.buffer] : [])
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      reply({ error: message, name })
    }
  }
}

/** Writes the file in parts, which the browser may store on disk. */
async function writeFile(
  steps: Steps<undefined, FileStep | undefined>,
  port: MessagePort,
  type: string,
): Promise<Blob> {
  let isCancelled = false
  port.onmessage = () => {
    isCancelled = true
  }
  const blobs: Blob[] = []
  let reported = performance.now()
  await run(steps, {
    isWanted: () => !isCancelled,
    onStep: (step) => {
      if (step?.part) blobs.push(new Blob([step.part]))
    },
    onYield: (step) => {
      if (!step || performance.now() - reported < PROGRESS_INTERVAL_MS) return
      reported = performance.now()
      port.postMessage({ progress: step.done } satisfies Reply)
    },
  })
  return new Blob(blobs, { type })
}

interface RunOptions<Step> {
  /** Computations to wait for after each step, for one that nobody waits for. */
  urgent?: ReadonlySet<Promise<unknown>>
  /** Delays each step further. */
  whenIdle?: () => Promise<void>
  /** Whether anybody still waits for the result. */
  isWanted?: () => boolean
  onStep?: (step: Step) => void
  /** Receives the last step after other requests have been served. */
  onYield?: (step: Step) => void
}

/** Makes all steps of a computation, and yields to other requests in between. */
async function run<Result, Step>(
  steps: Steps<Result, Step>,
  { urgent, whenIdle, isWanted = () => true, onStep, onYield }: RunOptions<Step>,
): Promise<Result> {
  let last: Step | undefined
  for (;;) {
    // Before the first step too: of several searches in the queue only the last one is computed.
    await yieldToRequests()
    await whenIdle?.()
    if (urgent?.size) await Promise.allSettled(urgent)
    if (!isWanted()) throw new Error('The request was cancelled or superseded.')
    if (last !== undefined) onYield?.(last)
    const started = performance.now()
    do {
      const { done, value } = steps.next()
      if (done) return value
      last = value
      onStep?.(value)
    } while (!urgent && performance.now() - started < MAX_BLOCK_MS)
  }
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
