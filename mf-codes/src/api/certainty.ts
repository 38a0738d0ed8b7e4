/** What the client of the info API tells of a call, by its response or its error. */
interface CallEnd {
  status?: number
  config?: { headers?: { has?: (name: string) => boolean } }
  response?: { data?: { error?: { code?: unknown } } | null }
}

/** Statuses that do not tell what became of the request. The shell repeats a keyed one after each of them. */
const UNCERTAIN = [408, 409, 425, 429]

/**
 * Whether a call carried an idempotency key. A keyed call takes effect at most once, so its response is final (D27). An
 * older shell, and one whose service has no such feature, send none.
 *
 * @param end the response, or the error
 */
export function isKeyed(end: unknown): boolean {
  return endOf(end).config?.headers?.has?.('Idempotency-Key') === true
}

/** The status of a failed call; undefined when there was no response, and for other errors. */
export function statusOf(error: unknown): number | undefined {
  return endOf(error).status
}

/** Whether the server has refused, so that nothing has changed. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error) ?? 0
  return error instanceof RefusalError || (status >= 400 && status < 500 && !UNCERTAIN.includes(status))
}

/** Whether the server has refused a repetition because the first request with its key still runs (D27). */
export function isInProgress(error: unknown): boolean {
  return statusOf(error) === 409 && endOf(error).response?.data?.error?.code === 'request_in_progress'
}

/** A refusal that came with status 200. */
export class RefusalError extends Error {}

function endOf(end: unknown): CallEnd {
  return typeof end === 'object' && end !== null ? end : {}
}
