let last = 0

/** The time by `performance.now()` in milliseconds, or that of the last {@link nextMoment} if it is later. */
export function latestMoment(): number {
  return Math.max(performance.now(), last)
}

/**
 * As {@link latestMoment}, but later than at every earlier call. It tells a request that follows a change from one before
 * it, also by a coarse or a paused clock.
 */
export function nextMoment(): number {
  last = Math.max(performance.now(), last + 0.001)
  return last
}
