import Papa from 'papaparse'
import { type CsvColumn, cellText, displayCell } from './cell-display'
import { type CellPosition, escapeFormula } from './csv-injection'
import type { AnyRow, Cell } from './parse-rows'

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Writes rows as a CSV file (D16), with the displayed headers and values, RFC 4180 quoting, CRLF and a byte order mark.
 */
export function toCsv(columns: readonly CsvColumn[], rows: readonly AnyRow[]): string {
  const places = columns.map((_, index) => ({ isFirst: index === 0, isLast: index === columns.length - 1 }))
  const lineOf = (cell: (column: CsvColumn) => Cell) =>
    columns.map((column, index) => csvText(cell(column), places[index] as CellPosition))
  const lines = rows.map((row) => lineOf((column) => displayCell(row, column).value))
  return BYTE_ORDER_MARK + Papa.unparse([lineOf(({ header }) => header), ...lines], { newline: '\r\n' })
}

/** Escapes the first cell even if it is a number, because another reader may join it with the next cell. */
function csvText(cell: Cell, place: CellPosition): string {
  return typeof cell === 'string' || place.isFirst ? escapeFormula(cellText(cell), place) : cellText(cell)
}
