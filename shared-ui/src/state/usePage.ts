import { useEffect, useMemo, useState } from 'react'
import type { RowStore, View } from '../rows/row-store'

interface Page<R> {
  /** The rows of the view or, while they are fetched, of the one before it; undefined before the first. */
  page: readonly R[] | undefined
  /** They are being fetched. */
  isTurning: boolean
}

/** The rows of a view. */
export function usePage<R>(rows: RowStore<R> | undefined, { first, size, sorting }: View): Page<R> {
  const page = useMemo(() => rows?.page({ first, size, sorting }) ?? [], [rows, first, size, sorting])
  const [fetched, setFetched] = useState<{ wanted: Promise<readonly R[]>; page: readonly R[] }>()

  useEffect(() => {
    if (!(page instanceof Promise)) return
    let isWanted = true
    page.then(
      (rows) => isWanted && setFetched({ wanted: page, page: rows }),
      // Only rows that are gone from the screen reject, and with them the view.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [page])

  if (!(page instanceof Promise)) return { page, isTurning: false }
  return { page: fetched?.page, isTurning: fetched?.wanted !== page }
}
