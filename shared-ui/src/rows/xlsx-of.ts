import { type AnyRow, allRows, MemoryRows, type RowStore, writeXlsx, type XlsxOptions } from '@canje/large-table'
import { DEFAULT_WIDTH } from './column-layout'
import type { DataColumn } from './columns'

/** Characters of Excel's font in a rem. */
const CHARACTERS_PER_REM = 16 / 7

type Options<R extends AnyRow> = Omit<XlsxOptions, 'columns'> & { columns: readonly DataColumn<R>[] }

/** Writes an Excel file (D33) of the rows of a query, with these columns. */
export function writeRows<R extends AnyRow>(rows: RowStore<R>, { columns, ...options }: Options<R>): Promise<Blob> {
  const sheetColumns = columns.map(({ header, field, display, width = DEFAULT_WIDTH, filter }) => ({
    header,
    field,
    display,
    width: Math.round(width * CHARACTERS_PER_REM),
    isDate: filter === 'dates',
  }))
  return writeXlsx(rows, { ...options, columns: sheetColumns })
}

/**
 * Writes an Excel file (D33) of rows that are in memory, with these columns.
 *
 * @param sheet the name of the sheet
 */
export function xlsxOf<R extends AnyRow>(
  rows: readonly R[],
  columns: readonly DataColumn<R>[],
  sheet: string,
): Promise<Blob> {
  const { signal } = new AbortController()
  return writeRows(new MemoryRows(rows), { columns, sheet, query: allRows, signal, onProgress: () => undefined })
}
