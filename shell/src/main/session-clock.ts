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
  const { signal } = listening
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, onTick, { signal })
  for (const event of ['resume', 'visibilitychange']) document.addEventListener(event, onTick, { signal })
  return () => {
    clearInterval(tick)
    listening.abort()
  }
}
