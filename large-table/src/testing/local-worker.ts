import { serveRows } from '../worker/serve-rows'
import type { WorkerEnd } from '../worker/worker-rows'

/** A worker in name only: what serves the rows runs in this thread, behind a port. */
export function localWorker() {
  const { port1, port2 } = new MessageChannel()
  const errorListeners: ((event: { message?: string }) => void)[] = []
  let isTerminated = false
  serveRows(port2)
  const worker: WorkerEnd = {
    postMessage: (message, transfer) => port1.postMessage(message, transfer),
    addEventListener: (_type, listener) => errorListeners.push(listener),
    terminate: () => {
      isTerminated = true
      port1.close()
    },
  }
  return {
    worker,
    isTerminated: () => isTerminated,
    /** What a browser tells of a worker that it may not or cannot run. */
    crash: (message?: string) => {
      for (const listener of errorListeners) listener(message === undefined ? {} : { message })
    },
  }
}
