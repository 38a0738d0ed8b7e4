/**
 * Calls back at an interval, and when the page becomes active again, also after its machine has slept.
 *
 * @returns a function that stops it
 */
export function followClock(intervalMs: number, onTick: () => void): () => void {
  const tick = setInterval(onTick, intervalMs)
  const listening = new AbortController()
  const { signal } = listening
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, onTick, { signal })
  for (const event of ['resume', 'visibilitychange']) document.addEventListener(event, onTick, { signal })
  return () => {
    clearInterval(tick)
    listening.abort()
  }
}
