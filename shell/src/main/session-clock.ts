/** Interval of the checks, in milliseconds: a timer for the end itself would fire late after the machine has slept. */
const TICK_MS = 500

/**
 * Calls back twice a second, and when the page becomes active again, also after its machine has slept.
 *
 * @returns a function that stops it
 */
export function followSessionClock(onTick: () => void): () => void {
  const tick = setInterval(onTick, TICK_MS)
  const listening = new AbortController()
  for (const [target, events] of wakeEvents()) {
    for (const event of events) target.addEventListener(event, onTick, { signal: listening.signal })
  }
  return () => {
    clearInterval(tick)
    listening.abort()
  }
}

const wakeEvents = (): [EventTarget, string[]][] => [
  [window, ['focus', 'pageshow']],
  [document, ['resume', 'visibilitychange']],
]
