import { isBlankSearch, keyText } from '@canje/large-table'
import type { DataColumn } from '../rows/columns'
import { shortList } from './format'
import type { ViewState } from './view-state'

/** Writes the keys of rows as one text; keys have no line breaks. */
export function formatRowKeys(keys: readonly string[]): string {
  return keys.join('\n')
}

/** Reads the keys of rows from their text. */
export function parseRowKeys(text: string): string[] {
  return text.split('\n')
}

/** Names the rows of a filter. */
export function rowKeysLabel(text: string): string {
  return shortList(parseRowKeys(text).map(keyText))
}

/**
 * The number of rows that a filter names and the list does not have; 0 where a search or another filter may hide them.
 *
 * @param found the number of rows that the filters select
 */
export function rowsNotFound(
  columns: readonly Pick<DataColumn<never>, 'field' | 'filter'>[],
  { filters, search, serverFilter }: Pick<ViewState, 'filters' | 'search' | 'serverFilter'>,
  found = 0,
): number {
  const field = columns.find(({ filter }) => filter === 'rows')?.field ?? ''
  const isOnlyFilter = Object.keys(filters).join() === field && isBlankSearch(search) && serverFilter === undefined
  return isOnlyFilter ? Math.max(0, parseRowKeys(filters[field] ?? '').length - found) : 0
}
