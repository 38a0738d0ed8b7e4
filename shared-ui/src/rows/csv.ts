import Papa from 'papaparse'
import { type Column, cellText, isDataColumn } from './columns'
import { readsAsNumber, readsAsPhoneNumber } from './numeric-text'
import type { Cell } from './parse-rows'

const BYTE_ORDER_MARK = '\uFEFF'
const FORMULA_START = /^[=+\-@\t\r]/

/**
 * The CSV file of some rows (D16): headers as the columns show them, values as the screen shows them,
 * RFC 4180 quoting, CRLF, byte order mark; columns that are not exportable are left out.
 */
export function toCsv<R>(columns: readonly Column<R>[], rows: readonly R[]): string {
  const exported = columns.filter(isDataColumn)
  const headers = exported.map(({ header }) => header)
  const lines = rows.map((row) => exported.map(({ value }) => inert(value(row))))
  return BYTE_ORDER_MARK + Papa.unparse([headers, ...lines], { newline: '\r\n' })
}

/** A text that a spreadsheet would run as a formula gets a leading apostrophe. */
function inert(cell: Cell): string {
  const text = cellText(cell)
  const startsFormula = typeof cell === 'string' && FORMULA_START.test(text)
  return startsFormula && !readsAsNumber(text) && !readsAsPhoneNumber(text) ? `'${text}` : text
}
