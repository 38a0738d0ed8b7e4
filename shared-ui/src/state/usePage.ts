import type { RowStore, View } from 'large-table'
import { useEffect, useMemo, useRef, useState } from 'react'

interface Page<R> {
  /** The rows of the view or, while they are fetched and when that fails, of the one before it; undefined before the first. */
  page: readonly R[] | undefined
  /** They are being fetched. */
  isTurning: boolean
}

/**
 * The rows of a view.
 *
 * @param onFailure gets why rows that are still wanted cannot be had
 */
export function usePage<R>(
  rows: RowStore<R> | undefined,
  { first, size, sorting }: View,
  onFailure: (error: unknown) => void,
): Page<R> {
  const wanted = useMemo(() => rows?.page({ first, size, sorting }) ?? [], [rows, first, size, sorting])
  const [settled, setSettled] = useState<typeof wanted>(wanted)
  const shown = useRef<readonly R[]>(undefined)
  const failed = useRef(onFailure)

  useEffect(() => {
    failed.current = onFailure
  })
  useEffect(() => {
    if (!(wanted instanceof Promise)) {
      if (rows) shown.current = wanted
      return
    }
    let isWanted = true
    const settle = (page = shown.current) => {
      if (!isWanted) return
      shown.current = page
      setSettled(wanted)
    }
    wanted.then(settle, (error: unknown) => {
      if (isWanted) failed.current(error)
      settle()
    })
    return () => {
      isWanted = false
    }
  }, [wanted, rows])

  if (!(wanted instanceof Promise)) return { page: wanted, isTurning: false }
  return { page: shown.current, isTurning: settled !== wanted }
}
