/** The used fields of an axios response or error. */
interface ResponseOrError {
  status?: number
  config?: { headers?: { has?: (name: string) => boolean } }
  response?: { data?: { error?: { code?: unknown } } | null }
}

/** Statuses after which the effect is unknown. The shell then retries a request that has an idempotency key. */
const UNCERTAIN = [408, 409, 425, 429]

/**
 * Whether a request had an idempotency key, so that it took effect at most once and its response is final (D27). Older
 * shells send no key, nor do shells of a service without this feature.
 *
 * @param outcome response or error
 */
export function isKeyed(outcome: unknown): boolean {
  return fieldsOf(outcome).config?.headers?.has?.('Idempotency-Key') === true
}

/** @returns the status of a failed request; undefined without a response and for other errors */
export function statusOf(error: unknown): number | undefined {
  return fieldsOf(error).status
}

/** Whether the server has rejected the request, so that nothing has changed. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error) ?? 0
  return error instanceof RefusalError || (status >= 400 && status < 500 && !UNCERTAIN.includes(status))
}

/** Whether the server has rejected a retry because the first request with its key is still running (D27). */
export function isInProgress(error: unknown): boolean {
  return statusOf(error) === 409 && fieldsOf(error).response?.data?.error?.code === 'request_in_progress'
}

/** A rejection with status 200. */
export class RefusalError extends Error {}

function fieldsOf(outcome: unknown): ResponseOrError {
  return typeof outcome === 'object' && outcome !== null ? outcome : {}
}
