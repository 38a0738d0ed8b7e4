import { useEffect, useState } from 'react'

/** Interval at which a search finds newly arrived rows, in milliseconds. */
const POLL_MS = 500

/**
 * The number of rows that have arrived, for a search of them: it changes only now and then, because every change searches
 * again.
 *
 * @param arriving rows whose count grows without a render; undefined when none arrive or nobody searches
 */
export function useArrivedCount(arriving: { readonly count: number } | undefined): number {
  const [count, setCount] = useState(0)

  useEffect(() => {
    if (!arriving) return
    const timer = setInterval(() => setCount(arriving.count), POLL_MS)
    return () => clearInterval(timer)
  }, [arriving])

  return arriving ? count : 0
}
