/** A timer that stands still while anyone holds it. */
export interface PausableTimer {
  pause(holder: string): void
  resume(holder: string): void
}

/**
 * Starts a timer that begins anew once its last holder has let go.
 *
 * @param lifetimeMs milliseconds without a holder until `onEnd` is called
 */
export function pausableTimer(lifetimeMs: number, onEnd: () => void): PausableTimer {
  const holders = new Set<string>()
  let timer = setTimeout(onEnd, lifetimeMs)
  return {
    pause(holder) {
      holders.add(holder)
      clearTimeout(timer)
    },
    resume(holder) {
      if (holders.delete(holder) && holders.size === 0) timer = setTimeout(onEnd, lifetimeMs)
    },
  }
}
