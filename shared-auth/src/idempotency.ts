import { type AxiosAdapter, getAdapter, isAxiosError } from 'axios'
import { retryAfterSeconds } from './retry-after'
import { isLoggedIn, sessionId } from './session'

/** The header by which a server recognizes a retried request (D27). */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'

/** Limits of the retries of one request. All times are in milliseconds. */
export interface RetryPolicy {
  /** Time limit of one attempt. */
  attemptMs: number
  /** Time limit of all attempts together. */
  totalMs: number
  /** Waits; `now` must advance by as much. */
  pause: (ms: number) => Promise<void>
  now: () => number
}

const RETRY_POLICY: RetryPolicy = {
  attemptMs: 10_000,
  totalMs: 120_000,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  // Not performance.now(), which can stop while the computer sleeps.
  now: () => Date.now(),
}
const MIN_PAUSE_MS = 500
const MAX_PAUSE_MS = 10_000
/** Statuses that leave the outcome of a change unknown. A tab must not treat them as a refusal either. */
const INCONCLUSIVE = [408, 425, 429]

/**
 * Creates the adapter of `apiClient`. It retries a request with an idempotency key while its outcome is unknown: no
 * response, 5xx, 408, 425, 429, or 409 `request_in_progress`. Every retry has the same key.
 * The pauses double from 0.5 s up to 10 s, unless `Retry-After` sets them.
 *
 * It rejects with the last failure after two minutes, or when `Retry-After` exceeds the time left. It also rejects once
 * the session that sent the request has ended.
 *
 * A request without a key is sent once. D11 forbids retrying `DeleteAllCodes`; with a key, the server applies a change
 * once, however many requests arrive.
 *
 * @param policy overrides for tests
 */
export function createIdempotentAdapter(policy: Partial<RetryPolicy> = {}): AxiosAdapter {
  const { attemptMs, totalMs, pause, now } = { ...RETRY_POLICY, ...policy }
  return async (config) => {
    const send = getAdapter('fetch', config)
    if (!config.headers.has(IDEMPOTENCY_KEY)) return send(config)
    const session = sessionId()
    const deadline = now() + totalMs
    for (let failures = 0; ; failures++) {
      try {
        return await send({ ...config, timeout: Math.min(attemptMs, deadline - now()) })
      } catch (error) {
        if (!isOutcomeUnknown(error)) throw error
        const wait = pauseAfter(error, failures)
        if (now() + wait >= deadline) throw error
        await pause(wait)
        if (now() >= deadline || !isLoggedIn() || sessionId() !== session) throw error
      }
    }
  }
}

/** True when the server may have applied the change, or may still apply it. */
function isOutcomeUnknown(error: unknown): boolean {
  if (!isAxiosError(error) || error.code === 'ERR_CANCELED') return false
  const { response } = error
  if (!response || response.status >= 500) return true
  if (response.status === 409) return errorCodeOf(response.data) === 'request_in_progress'
  return INCONCLUSIVE.includes(response.status)
}

/** Reads `error.code` of a response body that is still text. */
function errorCodeOf(data: unknown): unknown {
  try {
    const body: unknown = JSON.parse(String(data))
    const error = memberOf(body, 'error')
    return memberOf(error, 'code')
  } catch {
    return undefined
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** The pause of `Retry-After`, or twice the previous one, in milliseconds. */
function pauseAfter(error: unknown, earlierFailures: number): number {
  const seconds = retryAfterSeconds(isAxiosError(error) ? error.response?.headers['retry-after'] : undefined)
  if (seconds === null) return Math.min(MIN_PAUSE_MS * 2 ** earlierFailures, MAX_PAUSE_MS)
  return Math.max(seconds * 1000, MIN_PAUSE_MS)
}
