import type { Reply, Request } from './protocol'
import { type CsvStep, RowKeeper } from './row-keeper'

/** How often progress is told, in milliseconds. */
const PROGRESS_INTERVAL = 100
/** How long a request may wait for a file that is being made, in milliseconds. */
const LONGEST_WAIT = 16

/** Where requests come from: the worker's own scope, or a port in its place. */
export interface RequestSource {
  onmessage: ((event: MessageEvent<Request>) => void) | null
}

/** Answers the requests of a page: see `Requests`. */
export function serveRows(source: RequestSource): void {
  let keeper = new RowKeeper([])

  async function answer(request: Request, port: MessagePort): Promise<unknown> {
    switch (request.type) {
      case 'open':
        keeper = new RowKeeper(request.fields)
        return undefined
      case 'push':
        return { count: keeper.push(request.bytes), room: request.bytes.buffer }
      case 'finish':
        return keeper.finish()
      case 'page':
        return keeper.page(request)
      case 'keys':
        return keeper.keys(request.selection)
      case 'compare':
        return keeper.compare(request.selection, request.earlier)
      case 'csv':
        return writeFile(keeper.csv(request), port)
    }
  }

  source.onmessage = async ({ data, ports: [port] }) => {
    if (!port) return
    const reply = (message: Reply, transfer: Transferable[] = []) => port.postMessage(message, transfer)
    try {
      reply({ value: await answer(data, port) }, data.type === 'push' ? [data.bytes.buffer] : [])
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
  let answered = performance.now()
  let told = answered
  for (const { part, done } of steps) {
    if (part) blobs.push(new Blob([part]))
    if (performance.now() - answered < LONGEST_WAIT) continue
    await otherRequests()
    if (isCancelled) throw new Error('The file was called off.')
    answered = performance.now()
    if (answered - told < PROGRESS_INTERVAL) continue
    told = answered
    port.postMessage({ progress: done } satisfies Reply)
  }
  return new Blob(blobs, { type: 'text/csv' })
}

/** Lets requests that have come meanwhile be answered. A timer would wait longer than that. */
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
