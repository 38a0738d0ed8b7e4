import { type AnyRow, cellKey } from '@canje/large-table'
import { type Column, isDataColumn } from './columns'

/** Identifies what presses in a row do, by its id and what its cells open: rows with the same key need no distinction. */
export function pressKey<R extends AnyRow>(row: R, columns: readonly Column<R>[]): string {
  const opened = columns.filter(isDataColumn).filter(({ opens }) => opens)
  return ['id', ...opened.map(({ field }) => field)].map((field) => cellKey(row[field] ?? null)).join()
}
