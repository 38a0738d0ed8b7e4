import { useEffect, useState } from 'react'

/**
 * The count of rows that grows without a render, because rendering a table at each change would block the page.
 *
 * @param rows undefined without such rows: the count is 0
 */
export function usePolledCount(rows: { readonly count: number } | undefined, intervalMs: number): number {
  const [count, setCount] = useState(rows?.count ?? 0)

  useEffect(() => {
    if (!rows) return
    const timer = setInterval(() => setCount(rows.count), intervalMs)
    return () => clearInterval(timer)
  }, [rows, intervalMs])

  return rows ? count : 0
}
