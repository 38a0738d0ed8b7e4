import { useEffect, useState } from 'react'

/** Delays until the slow notice and until the retry button, in milliseconds. */
const SLOW_MS = 3_000
const STUCK_MS = 10_000

export type Wait = 'short' | 'slow' | 'stuck'

/**
 * Classifies how long a request has been pending.
 *
 * @param request identifies the request: another value restarts the time; undefined without a request
 * @param slowMs when it becomes slow, in milliseconds
 * @returns 'slow' from 3 s on by default, 'stuck' from 10 s on
 */
export function useWait(request: unknown, slowMs = SLOW_MS): Wait {
  const [reached, setReached] = useState<{ request: unknown; wait: Wait }>()

  useEffect(() => {
    if (request === undefined) return
    const slow = setTimeout(() => setReached({ request, wait: 'slow' }), slowMs)
    const stuck = setTimeout(() => setReached({ request, wait: 'stuck' }), STUCK_MS)
    return () => {
      clearTimeout(slow)
      clearTimeout(stuck)
      setReached(undefined)
    }
  }, [request, slowMs])

  return request !== undefined && reached?.request === request ? reached.wait : 'short'
}
