import { ColumnStore } from './column-store'
import type { Reply, Request } from './protocol'
import { runSteps, writeFile } from './run-steps'

/** How long after a request searches are prepared, in milliseconds: staff who turn pages turn the next one sooner. */
const QUIET_MS = 200

/** The source of requests: the worker's global scope, or a port in tests. */
export interface RequestSource {
  onmessage: ((event: MessageEvent<Request>) => void) | null
}

/** Serves the requests of a page, see `Requests`. */
export function serveRows(source: RequestSource): void {
  let store = new ColumnStore([])
  /** Pending computations that staff wait for. All others pause. */
  const urgent = new Set<Promise<unknown>>()
  /** The time of the last request that staff wait for. */
  let requestedAt = Number.NEGATIVE_INFINITY
  /** Frees the buffers that are sent to it. As garbage, the whole response would stay for seconds. */
  const { port1: sink, port2: nobody } = new MessageChannel()
  nobody.close()

  async function respond(request: Request, port: MessagePort): Promise<unknown> {
    switch (request.type) {
      case 'open':
        store = new ColumnStore(request.fields)
        return undefined
      case 'push':
        return store.push(request.bytes)
      case 'finish':
        return store.finish()
      case 'page':
        return first(runSteps(store.page(request)))
      case 'summary':
        return runSteps(store.summary(request), { urgent })
      case 'values':
        return runSteps(store.values(request), { urgent })
      case 'groups':
        return runSteps(store.groups(request), { urgent })
      case 'find':
        return first(runSteps(store.find(request)))
      case 'prepareSearch':
        return runSteps(store.prepareSearch(request), { urgent, whenIdle })
      case 'keys':
        return store.keys(request)
      case 'compare':
        return store.compare(request)
      case 'tsv':
        return runSteps(store.tsv(request), { urgent })
      case 'csv':
        return first(writeFile(store.csv(request), followPort(port)))
      case 'xlsx':
        // An Excel file takes so long that other requests come first.
        return writeFile(store.xlsx(request), { urgent, ...followPort(port) })
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
    const reply = (message: Reply) => port.postMessage(message)
    if (data.type !== 'push' && data.type !== 'prepareSearch') requestedAt = performance.now()
    try {
      reply({ value: await respond(data, port) })
      if (data.type === 'push') sink.postMessage(undefined, [data.bytes.buffer])
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      reply({ error: message, name })
    }
  }
}

/** Reports the progress of a file to its port, and cancels the file at a message on it. */
function followPort(port: MessagePort) {
  const controller = new AbortController()
  port.onmessage = () => controller.abort()
  return {
    signal: controller.signal,
    onProgress: (progress: number) => port.postMessage({ progress } satisfies Reply),
  }
}
