import { serveRows } from '../worker/serve-rows'
import type { WorkerHandle } from '../worker/worker-client'

/** Simulates a worker: the rows are served in this thread, through a message port. */
export function localWorker() {
  const { port1, port2 } = new MessageChannel()
  const errors = new EventTarget()
  let isTerminated = false
  serveRows(port2)
  const worker: WorkerHandle = {
    postMessage: (message, transfer) => port1.postMessage(message, transfer),
    addEventListener: (type, listener) => errors.addEventListener(type, listener as EventListener),
    terminate: () => {
      isTerminated = true
      port1.close()
    },
  }
  return {
    worker,
    isTerminated: () => isTerminated,
    /** Dispatches the error event of a worker that the browser blocked or could not run. */
    crash: (message?: string) => errors.dispatchEvent(Object.assign(new Event('error'), { message })),
  }
}
