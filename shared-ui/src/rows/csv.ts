import Papa from 'papaparse'
import { type CsvColumn, cellText, shownCell } from './columns'
import { inertText } from './formula-guard'
import type { AnyRow, Cell } from './parse-rows'

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * The CSV file of some rows (D16): headers as the columns show them, values as the screen shows them,
 * RFC 4180 quoting, CRLF, byte order mark.
 */
export function toCsv(columns: readonly CsvColumn[], rows: readonly AnyRow[]): string {
  const headers = columns.map(({ header }) => header)
  const lines = rows.map((row) => columns.map((column) => csvText(shownCell(row, column))))
  return BYTE_ORDER_MARK + Papa.unparse([headers, ...lines], { newline: '\r\n' })
}

function csvText(cell: Cell): string {
  return typeof cell === 'string' ? inertText(cell) : cellText(cell)
}
