let last = 0

/** The time by `performance.now()` in milliseconds, or that of the last {@link nextTime} if it is later. */
export function latestTime(): number {
  return Math.max(performance.now(), last)
}

/**
 * As {@link latestTime}, but later than at every earlier call. It tells a request that follows a change from one before
 * it, also by a coarse or a paused clock.
 */
export function nextTime(): number {
  last = Math.max(performance.now(), last + 0.001)
  return last
}
