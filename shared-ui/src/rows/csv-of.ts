import { type AnyRow, allRows, MemoryRows } from '@canje/large-table'
import type { DataColumn } from './columns'

/** Writes a CSV file (D16) of rows that are in memory, with these columns. */
export function csvOf<R extends AnyRow>(rows: readonly R[], columns: readonly DataColumn<R>[]): Promise<Blob> {
  const { signal } = new AbortController()
  return new MemoryRows(rows).csv({ columns, query: allRows, signal, onProgress: () => undefined })
}
