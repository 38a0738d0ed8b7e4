import { type CsvColumn, cellText, displayCell } from './cell-display'
import { escapeFormula } from './csv-injection'
import type { AnyRow, Cell } from './parse-rows'

const WHOLE_LINE = { isFirst: true, isLast: true }

/**
 * Writes a row as a line of cells between tabs, as spreadsheets paste it: with the displayed values, each in one line. Texts
 * that a spreadsheet would run as a formula are escaped as in the CSV (D16 CSV, D28 formulas).
 */
export function tsvLine(columns: readonly CsvColumn[], row: AnyRow): string {
  return columns.map((column) => tsvText(displayCell(row, column).value)).join('\t')
}

function tsvText(cell: Cell): string {
  if (typeof cell !== 'string') return cellText(cell)
  const text = escapeFormula(cell.replace(/[\t\r\n\v\f\u2028\u2029]+/g, ' '), WHOLE_LINE)
  // A spreadsheet would read on to the next quote, over tabs.
  return text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text
}
