import { serveRows } from '../worker/serve-rows'
import type { WorkerHandle } from '../worker/worker-client'

/** Simulates a worker: the rows are served in this thread, through a message port. */
export function localWorker() {
  const { port1, port2 } = new MessageChannel()
  const errorListeners: ((event: { message?: string }) => void)[] = []
  let isTerminated = false
  serveRows(port2)
  const worker: WorkerHandle = {
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
    /** Dispatches the error event of a worker that the browser blocked or could not run. */
    crash: (message?: string) => {
      for (const listener of errorListeners) listener(message === undefined ? {} : { message })
    },
  }
}
