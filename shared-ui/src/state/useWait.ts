import { useEffect, useState } from 'react'

/** When a person who waits is told so, and when they may ask again, in milliseconds. */
export const SLOW_MS = 3_000
const STUCK_MS = 10_000

export type Wait = 'short' | 'slow' | 'stuck'

/**
 * How long a request has been under way.
 *
 * @param request identifies it: another value starts the time again; undefined while there is none
 * @returns 'slow' from 3 s on, 'stuck' from 10 s on
 */
export function useWait(request: unknown): Wait {
  const [reached, setReached] = useState<{ request: unknown; wait: Wait }>()

  useEffect(() => {
    if (request === undefined) return
    const slow = setTimeout(() => setReached({ request, wait: 'slow' }), SLOW_MS)
    const stuck = setTimeout(() => setReached({ request, wait: 'stuck' }), STUCK_MS)
    return () => {
      clearTimeout(slow)
      clearTimeout(stuck)
      setReached(undefined)
    }
  }, [request])

  return request !== undefined && reached?.request === request ? reached.wait : 'short'
}
