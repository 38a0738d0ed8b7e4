let last = 0

/**
 * The time by `performance.now()` in milliseconds, but later than at every earlier call. It tells a request that follows a
 * change from one before it, also by a coarse or a paused clock.
 */
export function nextTime(): number {
  last = Math.max(performance.now(), last + 0.001)
  return last
}
