/** The URL of the worker's code, for all workers of the page. */
let url: string | undefined

/**
 * Starts a worker. Its code is a string in a chunk of the remote, whose integrity the browser has verified. A worker file
 * would have to come from the page's origin, and browsers cannot verify its integrity.
 */
export function startWorker(code: string): Worker {
  url ??= URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
  return new Worker(url)
}
