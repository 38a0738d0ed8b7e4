import { type AxiosAdapter, type AxiosResponse, getAdapter } from 'axios'
import { countdown } from './clock'
import { unwrap } from './envelope'
import { type Fault, faultOf, isRepeatable } from './fault'
import { readJson } from './http'
import { isLoggedIn, sessionId } from './session'

/** The header by which a server recognizes a retried request (D27, optional features). */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'

/** Lets staff watch the retries of a change, and stop them. */
export interface Repeats {
  /**
   * The service has failed, and the request is sent again soon.
   *
   * @param attempt number of the attempt that follows, from 2 on
   * @param attempts their maximum
   */
  onRepeat: (attempt: number, attempts: number) => void
  /** Stops the retries: the request rejects with its last failure, or as cancelled during a retry. */
  signal: AbortSignal
}

/** Time limits of one attempt, and of all together. */
const ATTEMPT_MS = 10_000
const TOTAL_MS = 120_000
const ATTEMPTS = 6
const MIN_PAUSE_MS = 500
const MAX_PAUSE_MS = 10_000

/**
 * Creates the adapter of `apiClient`. It retries a request with an idempotency key while its outcome is unknown: no
 * response, an unreadable one, 5xx, 408, 425, 429, or 409 `request_in_progress`. Every retry has the same key.
 * The pauses double from 0.5 s up to 10 s, unless `Retry-After` sets them.
 *
 * It rejects with the last failure after six attempts, not counting those that find the first one still running, after
 * two minutes, or when `Retry-After` exceeds the time left. It also rejects once the session that sent the request has
 * ended, or once staff stop it.
 *
 * A request without a key is sent once. D11 forbids retrying `DeleteAllCodes`; with a key, the server applies a change
 * once, however many requests arrive.
 *
 * @param pause waits for a time in milliseconds, or until the signal is aborted
 * @param attemptMs time limit of one attempt, in milliseconds
 */
export function createIdempotentAdapter(pause = wait, attemptMs = ATTEMPT_MS): AxiosAdapter {
  return async (config) => {
    const send = getAdapter('fetch', config)
    if (!config.headers.has(IDEMPOTENCY_KEY)) return send(config)
    const session = sessionId()
    const { repeats } = config
    const msLeft = countdown(TOTAL_MS)
    for (let attempt = 1, failures = 0; ; failures++) {
      const timeout = Math.min(attemptMs, msLeft())
      // Staff stop retries only: the first attempt is always awaited.
      const stopSignal = () => (attempt > 1 ? repeats?.signal : undefined)
      try {
        const signal = stopSignal()
        return readable(await send({ ...config, ...(signal && { signal }), timeout, isRepeated: failures > 0 }))
      } catch (error) {
        const fault = faultOf(error)
        if (!isRepeatable(fault)) throw error
        const wait = pauseAfter(fault, failures)
        const isFailure = fault.kind !== 'running'
        if (wait >= msLeft() || (isFailure && ++attempt > ATTEMPTS)) throw error
        if (isFailure) repeats?.onRepeat(attempt, ATTEMPTS)
        if (!stopSignal()?.aborted) await pause(wait, stopSignal())
        if (stopSignal()?.aborted || msLeft() <= 0 || !isLoggedIn() || sessionId() !== session) throw error
      }
    }
  }
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
    signal?.addEventListener('abort', resolve)
  })
}

/** @throws EnvelopeError or SignInPageError when the body, which is still text, has no payload (D1, envelope) */
function readable(response: AxiosResponse): AxiosResponse {
  unwrap(readJson(response.data))
  return response
}

/** The pause that the server demands, or twice the previous one, in milliseconds. */
function pauseAfter(fault: Fault, earlierFailures: number): number {
  const seconds = 'retryAfterSeconds' in fault ? fault.retryAfterSeconds : null
  if (seconds === null) return Math.min(MIN_PAUSE_MS * 2 ** earlierFailures, MAX_PAUSE_MS)
  return Math.max(seconds * 1000, MIN_PAUSE_MS)
}
