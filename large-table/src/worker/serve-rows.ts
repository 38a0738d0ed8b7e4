import { ColumnStore, type CsvStep } from './column-store'
import type { Reply, Request } from './protocol'

/** How often progress is reported, in milliseconds. */
const PROGRESS_INTERVAL_MS = 100
/** How long writing a file may delay other requests, in milliseconds. */
const MAX_BLOCK_MS = 16

/** The source of requests: the worker's global scope, or a port in tests. */
export interface RequestSource {
  onmessage: ((event: MessageEvent<Request>) => void) | null
}

/** Serves the requests of a page, see `Requests`. */
export function serveRows(source: RequestSource): void {
  let store = new ColumnStore([])

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
        return store.page(request)
      case 'keys':
        return store.keys(request.selection)
      case 'compare':
        return store.compare(request.selection, request.earlier)
      case 'csv':
        return writeFile(store.csv(request), port)
    }
  }

  source.onmessage = async ({ data, ports: [port] }) => {
    if (!port) return
    const reply = (message: Reply, transfer: Transferable[] = []) => port.postMessage(message, transfer)
    try {
      reply({ value: await respond(data, port) }, data.type === 'push' ? [data.bytes.buffer] : [])
    } catch (error) {
      reply({ error: error instanceof Error ? error.message : String(error) })
    }
  }
}

/** Writes the file in parts, which the browser may store on disk. */
async function writeFile(steps: Iterable<CsvStep>, port: MessagePort): Promise<Blob> {
  let isCancelled = false
  port.onmessage = () => {
    isCancelled = true
  }
  const blobs: Blob[] = []
  let yielded = performance.now()
  let reported = yielded
  for (const { part, done } of steps) {
    if (part) blobs.push(new Blob([part]))
    if (performance.now() - yielded < MAX_BLOCK_MS) continue
    await yieldToRequests()
    if (isCancelled) throw new Error('The file was cancelled.')
    yielded = performance.now()
    if (yielded - reported < PROGRESS_INTERVAL_MS) continue
    reported = yielded
    port.postMessage({ progress: done } satisfies Reply)
  }
  return new Blob(blobs, { type: 'text/csv' })
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
