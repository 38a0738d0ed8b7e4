import { type AnyRow, type Condition, isId, NO_KEY, rowKey } from '@canje/large-table'
import type { DataColumn } from './columns'

/**
 * How the rows of a table are told apart: by the column with a filter by `rows`, otherwise by `id`.
 *
 * @param further more fields, where several rows have one id
 */
export function identityOf<R extends AnyRow>(columns: readonly DataColumn<R>[], further: readonly string[] = []) {
  const { field, textKey } = columns.find(({ filter }) => filter === 'rows') ?? { field: 'id' }
  return {
    /** Identifies a row; undefined for one without an id. */
    keyOf: (row: R) =>
      rowKey(row, { field, textKey }) === NO_KEY ? undefined : rowKey(row, { field, textKey, further }),
    /** Whether a row has an id, and not only a key of its text. */
    hasId: (row: R) => isId(row[field]),
    /** Selects the rows with these keys. */
    conditionOf: (keys: readonly string[]): Condition => ({ column: { field }, textKey, further, keys }),
  }
}

/** The text by which staff know a row: that of its card's first line, otherwise of its first column beside the id. */
export function labelOf<R extends AnyRow>(columns: readonly DataColumn<R>[], row: R): string {
  const place = columns.find(({ card }) => card === 'top-start') ?? columns.find(({ field }) => field !== 'id')
  return String(row[place?.field ?? 'id'] ?? '')
}
