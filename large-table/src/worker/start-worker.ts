/**
 * Starts a worker. Its code is a string in a chunk of the remote, whose integrity the browser has verified. A worker file would have to come from the page's origin, and browsers cannot verify its integrity.
 *
 * @returns the worker, and a function that revokes the URL of its code. Call it once the worker runs or has failed: some
 *   browsers do not start a worker whose URL is revoked at once
 */
export function startWorker(code: string): { worker: Worker; revokeCode: () => void } {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
  return { worker: new Worker(url), revokeCode: () => URL.revokeObjectURL(url) }
}
