import { type AnyRow, type Condition, cellKey, rowKey } from '@canje/large-table'
import type { DataColumn } from './columns'

/** The key of a row without an id and without a text. */
const NO_KEY = ':""'

/** Tells the rows of a table apart. */
export interface RowIdentity<R> {
  /** Identifies a row; undefined for one without an id. */
  keyOf: (row: R) => string | undefined
  /** Finds these rows, maybe with others of their ids. */
  conditionOf: (rows: readonly R[]) => Condition
}

/**
 * How the rows of a table are told apart: by the column with a filter by `rows`, otherwise by `id`.
 *
 * @param others further fields, where several rows have one id
 */
export function identityOf<R extends AnyRow>(
  columns: readonly DataColumn<R>[],
  others: readonly string[] = [],
): RowIdentity<R> {
  const { field, textKey } = columns.find(({ filter }) => filter === 'rows') ?? { field: 'id' }
  const idOf = (row: R) => rowKey(row, { field, textKey })
  return {
    keyOf: (row) => {
      const id = idOf(row)
      return id === NO_KEY ? undefined : [id, ...others.map((other) => cellKey(row[other] ?? null))].join('\n')
    },
    conditionOf: (rows) => ({ column: { field }, textKey, keys: [...new Set(rows.map(idOf))] }),
  }
}

/** The text by which staff know a row: that of its card's first line, otherwise of its first column beside the id. */
export function labelOf<R extends AnyRow>(columns: readonly DataColumn<R>[], row: R): string {
  const place = columns.find(({ card }) => card === 'top-start') ?? columns.find(({ field }) => field !== 'id')
  return String(row[place?.field ?? 'id'] ?? '')
}
