/** What the client of the info API tells of a call, by its response or its error. */
interface CallEnd {
  status?: number
  config?: { headers?: { has?: (name: string) => boolean } }
}

/**
 * Whether a call carried an idempotency key. The service has made its change once then, however often it was sent, and
 * what it says is certain (D27). An older shell, and one whose service has no such feature, send none.
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

/** Whether the server has refused, so that nothing has changed. A 409 may say that the same request still runs. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error) ?? 0
  return error instanceof RefusalError || (status >= 400 && status < 500 && status !== 409)
}

/** A refusal that came with status 200. */
export class RefusalError extends Error {}

function endOf(end: unknown): CallEnd {
  return typeof end === 'object' && end !== null ? end : {}
}
