import type { AnyRow, RowStore } from '@canje/large-table'
import { useMemo } from 'react'
import { useComputed } from './useComputed'

/** How a tab reads a list that staff paste into its search, to check it line by line. */
export interface PastedList<R> {
  /** Whether a search may be a list: a quick look at its text. */
  isList: (search: string) => boolean
  /** Finds what the list names, in its order, with rows for what does not exist; undefined for what is no list after all. */
  find: (search: string, rows: RowStore<R>) => Promise<RowStore<R> | undefined>
}

/**
 * Finds the rows of a pasted list, which take the place of the rows that a search of its words would find.
 *
 * @param rows all rows; undefined until they are complete
 */
export function usePastedList<R extends AnyRow>(
  rows: RowStore<R> | undefined,
  search: string,
  pasted: PastedList<R> | undefined,
) {
  const isList = useMemo(() => pasted?.isList(search) ?? false, [pasted, search])
  const input = useMemo(() => (isList && rows ? { rows, search } : undefined), [isList, rows, search])
  const last = useComputed(input, ({ rows, search }) => pasted?.find(search, rows).catch(() => undefined))
  const isPending = input !== undefined && last?.input !== input
  const listed = input && last?.value
  return {
    /** The rows of the list, or of the one before while it is read. */
    listed,
    isPending,
    /** What is searched in the rows. */
    search: listed || isPending ? '' : search,
  }
}
