/** A timer that is paused while it has at least one holder. */
export interface PausableTimer {
  pause(holder: string): void
  resume(holder: string): void
  /** Restarts it with its full duration, unless it is paused. */
  restart(): void
}

/**
 * Starts a timer that restarts with its full duration when its last holder resumes it.
 *
 * @param lifetimeMs duration in milliseconds
 * @param onEnd called once the duration has passed without a holder
 */
export function pausableTimer(lifetimeMs: number, onEnd: () => void): PausableTimer {
  const holders = new Set<string>()
  let timer = setTimeout(onEnd, lifetimeMs)

  function restart() {
    if (holders.size > 0) return
    clearTimeout(timer)
    timer = setTimeout(onEnd, lifetimeMs)
  }

  return {
    restart,
    pause(holder) {
      holders.add(holder)
      clearTimeout(timer)
    },
    resume(holder) {
      if (holders.delete(holder)) restart()
    },
  }
}
