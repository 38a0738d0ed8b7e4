import { type AxiosAdapter, getAdapter, isAxiosError } from 'axios'
import { retryAfterSeconds } from './retry-after'
import { isLoggedIn, sessionId } from './session'

/** The header by which a server knows a repeated request (D27). */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'

/** How long and how often a request is repeated. All times are in milliseconds. */
export interface Pace {
  /** How long one attempt may take without a response. */
  attemptMs: number
  /** How long all of them may take together. */
  totalMs: number
  /** Waits; `now` must advance meanwhile. */
  pause: (ms: number) => Promise<void>
  now: () => number
}

const PACE: Pace = {
  attemptMs: 10_000,
  totalMs: 120_000,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  // The clock goes on while a computer sleeps.
  now: () => Date.now(),
}
const SHORTEST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
/** Statuses that do not tell what became of the change. A tab must not take them for a refusal either. */
const UNCERTAIN = [408, 425, 429]

/**
 * Makes the adapter of `apiClient`. A request with an idempotency key whose outcome is unknown (no response, 5xx, 408,
 * 425, 429, or 409 `request_in_progress`) is repeated with the same key, until the outcome is known. The pauses grow up to
 * 10 s, or are what `Retry-After` says. It rejects with the last failure after two minutes, at once where `Retry-After`
 * asks for a longer pause than is left, or once the session that asked has ended.
 *
 * A request without a key is sent once. D11 forbids to retry `DeleteAllCodes`; with a key that is no retry, as the
 * server makes the change once, however often it is asked.
 *
 * @param pace for tests, which have less time
 */
export function createIdempotentAdapter(pace: Partial<Pace> = {}): AxiosAdapter {
  const { attemptMs, totalMs, pause, now } = { ...PACE, ...pace }
  return async (config) => {
    const send = getAdapter('fetch', config)
    if (!config.headers.has(IDEMPOTENCY_KEY)) return send(config)
    const session = sessionId()
    const deadline = now() + totalMs
    for (let failures = 0; ; failures++) {
      try {
        return await send({ ...config, timeout: Math.min(attemptMs, deadline - now()) })
      } catch (error) {
        if (!isUnknown(error)) throw error
        const wait = pauseAfter(error, failures)
        if (now() + wait >= deadline) throw error
        await pause(wait)
        if (now() >= deadline || !isLoggedIn() || sessionId() !== session) throw error
      }
    }
  }
}

/** Whether the change may have been made, or may still be made. */
function isUnknown(error: unknown): boolean {
  if (!isAxiosError(error) || error.code === 'ERR_CANCELED') return false
  const { response } = error
  if (!response || response.status >= 500) return true
  if (response.status === 409) return errorCodeOf(response.data) === 'request_in_progress'
  return UNCERTAIN.includes(response.status)
}

/** The `error.code` of a response that is still text. */
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

/** What `Retry-After` says, or else twice as long as before; in milliseconds. */
function pauseAfter(error: unknown, earlierFailures: number): number {
  const seconds = retryAfterSeconds(isAxiosError(error) ? error.response?.headers['retry-after'] : undefined)
  if (seconds === null) return Math.min(SHORTEST_PAUSE_MS * 2 ** earlierFailures, LONGEST_PAUSE_MS)
  return Math.max(seconds * 1000, SHORTEST_PAUSE_MS)
}
