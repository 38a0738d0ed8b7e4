import Papa from 'papaparse'
import { type CsvColumn, cellText, displayCell } from './cell-display'
import { type CellPosition, escapeFormula } from './csv-injection'
import { inSlices } from './in-slices'
import type { AnyRow, Cell } from './parse-rows'

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Writes rows as a CSV file (D16), with the displayed headers and values, RFC 4180 quoting, CRLF and a byte order mark.
 */
export async function toCsv(columns: readonly CsvColumn[], rows: readonly AnyRow[]): Promise<string> {
  const places = columns.map((_, index) => ({ isFirst: index === 0, isLast: index === columns.length - 1 }))
  const lineOf = (cell: (column: CsvColumn) => Cell) =>
    Papa.unparse([columns.map((column, index) => csvText(cell(column), places[index] as CellPosition))])
  const lines = await inSlices(rows, (row) => lineOf((column) => displayCell(row, column).value))
  return BYTE_ORDER_MARK + [lineOf(({ header }) => header), ...lines].join('\r\n')
}

/** Escapes the first cell even if it is a number, because another reader may join it with the next cell. */
function csvText(cell: Cell, place: CellPosition): string {
  return typeof cell === 'string' || place.isFirst ? escapeFormula(cellText(cell), place) : cellText(cell)
}
