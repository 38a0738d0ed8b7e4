import type { RowStore, View } from 'large-table'
import { useEffect, useMemo, useRef, useState } from 'react'

interface Page<R> {
  /** The rows of the view, or of the previous one while they load or when that fails; undefined before the first. */
  page: readonly R[] | undefined
  /** The rows of the view are loading. */
  isPageLoading: boolean
}

/**
 * Loads the rows of a view.
 *
 * @param onFailure gets the error when loading the current view fails
 */
export function usePage<R>(
  rows: RowStore<R> | undefined,
  { first, size, sorting }: View,
  onFailure: (error: unknown) => void,
): Page<R> {
  const requested = useMemo(() => rows?.page({ first, size, sorting }) ?? [], [rows, first, size, sorting])
  const [settled, setSettled] = useState<typeof requested>(requested)
  const shown = useRef<readonly R[]>(undefined)
  const failed = useRef(onFailure)

  useEffect(() => {
    failed.current = onFailure
  })
  useEffect(() => {
    if (!(requested instanceof Promise)) {
      if (rows) shown.current = requested
      return
    }
    let isCurrent = true
    const settle = (page = shown.current) => {
      if (!isCurrent) return
      shown.current = page
      setSettled(requested)
    }
    requested.then(settle, (error: unknown) => {
      if (isCurrent) failed.current(error)
      settle()
    })
    return () => {
      isCurrent = false
    }
  }, [requested, rows])

  if (!(requested instanceof Promise)) return { page: requested, isPageLoading: false }
  return { page: shown.current, isPageLoading: settled !== requested }
}
