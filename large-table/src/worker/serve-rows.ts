import { ColumnStore, type CsvStep } from './column-store'
import type { Reply, Request } from './protocol'

/** How often progress is told, in milliseconds. */
const PROGRESS_INTERVAL = 100
/** How long a request may wait for a file that is being made, in milliseconds. */
const LONGEST_WAIT = 16

/** Where requests come from: the worker's own scope, or a port in its place. */
export interface RequestSource {
  onmessage: ((event: MessageEvent<Request>) => void) | null
}

/** Serves the requests of a page: see `Requests`. */
export function serveRows(source: RequestSource): void {
  let store = new ColumnStore([])

  async function respond(request: Request, port: MessagePort): Promise<unknown> {
    switch (request.type) {
      case 'open':
        store = new ColumnStore(request.fields)
        return undefined
      case 'push':
        return { count: store.push(request.bytes), room: request.bytes.buffer }
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

/** Makes the file part by part; the browser keeps the parts, on disk when they are many. */
async function writeFile(steps: Iterable<CsvStep>, port: MessagePort): Promise<Blob> {
  let isCancelled = false
  port.onmessage = () => {
    isCancelled = true
  }
  const blobs: Blob[] = []
  let yielded = performance.now()
  let told = yielded
  for (const { part, done } of steps) {
    if (part) blobs.push(new Blob([part]))
    if (performance.now() - yielded < LONGEST_WAIT) continue
    await otherRequests()
    if (isCancelled) throw new Error('The file was called off.')
    yielded = performance.now()
    if (yielded - told < PROGRESS_INTERVAL) continue
    told = yielded
    port.postMessage({ progress: done } satisfies Reply)
  }
  return new Blob(blobs, { type: 'text/csv' })
}

/** Lets the requests that have come meanwhile be served. A timer would wait longer. */
function otherRequests(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
