/// <reference path="../bundled-text.d.ts" />
import code from './worker?bundled'

/**
 * Starts the worker that keeps rows. Its code is a text in a chunk of the remote, which the browser has verified like
 * every other, and not a file: a worker's file must be of the page's own origin, and none can be verified.
 */
export function startWorker(): Worker {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
  const worker = new Worker(url)
  // The worker has taken the address by then; revoked at once, some browsers fail to start it.
  worker.addEventListener('message', () => URL.revokeObjectURL(url), { once: true })
  return worker
}
