/** The end of something by both clocks of a browser, in milliseconds since the epoch. */
export interface End {
  /** By the wall clock, which runs during sleep, but can be set. */
  expiresAt: number
  /** By the monotonic clock, which cannot be set, but stops during sleep in some browsers. */
  deadline: number
}

/**
 * The time of the monotonic clock in milliseconds since the epoch. The documents of one browser process share its origin,
 * so that it can be compared after a reload.
 */
function monotonicNow(): number {
  return performance.timeOrigin + performance.now()
}

/** The time until an end, in milliseconds, by the clock that reaches it first: a clock that is set back extends nothing. */
export function msUntil({ expiresAt, deadline }: End): number {
  return Math.min(expiresAt - Date.now(), deadline - monotonicNow())
}

/** The end at a time of the wall clock, but at most `limitMs` from now. */
export function endAt(expiresAt: number, limitMs: number): End {
  const now = Date.now()
  const ms = Math.min(expiresAt - now, limitMs)
  return { expiresAt: now + ms, deadline: monotonicNow() + ms }
}

/** Starts a countdown. @returns the time left, in milliseconds */
export function countdown(ms: number): () => number {
  const end = endAt(Number.POSITIVE_INFINITY, ms)
  return () => msUntil(end)
}
