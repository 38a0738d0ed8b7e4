import { type AnyRow, allRows } from '@canje/large-table'
import { useMemo } from 'react'
import type { DataColumn } from '../rows/columns'
import { type ListSource, sessionLists } from '../rows/list-cache'
import { useComputed } from './useComputed'

/**
 * Counts the rows of a list in memory that a search finds. A service may compare texts in another way than a search
 * (D48, comparing texts), so that its filter returns none of them.
 *
 * @param field the column that is searched
 * @param search the text of a filter that returned no rows; undefined otherwise: nothing is counted then
 * @returns 0 until they are counted, and for a list that is not in memory
 */
export function useLoadedMatches<R extends AnyRow>(
  list: ListSource | undefined,
  columns: readonly DataColumn<R>[],
  field: keyof R & string,
  search: string | undefined,
): number {
  const request = useMemo(() => {
    const rows = list && sessionLists().viewOf(list).rows
    const query = { ...allRows, search: search ?? '', columns: columns.filter((column) => column.field === field) }
    return rows && search !== undefined ? { rows, query } : undefined
  }, [list, columns, field, search])
  // Without the count, nothing is offered.
  const found = useComputed(request, ({ rows, query }) => rows.store.page({ first: 0, size: 1, query }))
  return found && found.input === request ? found.value.count : 0
}
