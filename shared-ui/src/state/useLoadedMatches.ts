import { type AnyRow, allRows, type RowStore } from '@canje/large-table'
import { useEffect, useState } from 'react'
import type { DataColumn } from '../rows/columns'
import type { ListRequest } from '../rows/load-rows'
import { sessionLists } from '../rows/session-lists'

/**
 * Counts the rows of a list in memory that a search finds. A service may compare texts in another way than a search (D48),
 * so that its filter returns none of them.
 *
 * @param field the column that is searched
 * @param search the text of a filter that returned no rows; undefined otherwise: nothing is counted then
 * @returns 0 until they are counted, and for a list that is not in memory
 */
export function useLoadedMatches<R extends AnyRow>(
  list: ListRequest | undefined,
  columns: readonly DataColumn<R>[],
  field: keyof R & string,
  search: string | undefined,
): number {
  const [found, setFound] = useState({ search, count: 0 })
  useEffect(() => {
    const rows: RowStore<AnyRow> | undefined = list && sessionLists().stateOf(list).rows
    if (!rows || search === undefined) return
    let isCurrent = true
    const query = { ...allRows, search, columns: columns.filter((column) => column.field === field) }
    Promise.resolve(rows.page({ first: 0, size: 1, query })).then(
      ({ count }) => {
        if (isCurrent) setFound({ search, count })
      },
      // Without the count, nothing is offered.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [list, columns, field, search])
  return found.search === search ? found.count : 0
}
