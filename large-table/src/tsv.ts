import { type CsvColumn, cellText, displayCell } from './cell-display'
import { escapeFormula } from './csv-injection'
import type { AnyRow, Cell } from './parse-rows'

const WHOLE_LINE = { isFirst: true, isLast: true }

/**
 * Writes rows as lines of cells between tabs, as spreadsheets paste them: with the displayed values, without headers. Texts
 * are in one line each, and those that a spreadsheet would run as a formula are escaped as in the CSV (D16, D28).
 */
export function toTsv(columns: readonly CsvColumn[], rows: readonly AnyRow[]): string {
  return rows.map((row) => columns.map((column) => tsvText(displayCell(row, column).value)).join('\t')).join('\n')
}

function tsvText(cell: Cell): string {
  if (typeof cell !== 'string') return cellText(cell)
  const text = escapeFormula(cell.replace(/[\t\r\n\v\f\u2028\u2029]+/g, ' '), WHOLE_LINE)
  // A spreadsheet would read on to the next quote, over tabs.
  return text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text
}
