/// <reference path="../bundled-text.d.ts" />
import code from './worker?bundled'

/**
 * Starts the worker that keeps rows. Its code is a text in a chunk of the remote, which the browser has verified like
 * every other, and not a file: a worker's file must be of the page's own origin, and none can be verified.
 *
 * @returns with it, what lets go of its code; for when it runs, or never will: revoked at once, some browsers fail to
 *   start it
 */
export function startWorker(): { worker: Worker; revokeCode: () => void } {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
  return { worker: new Worker(url), revokeCode: () => URL.revokeObjectURL(url) }
}
