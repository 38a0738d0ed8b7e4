import Papa from 'papaparse'
import { type Column, cellText, isDataColumn } from './columns'
import type { Cell } from './parse-rows'

const BYTE_ORDER_MARK = '\uFEFF'
const FORMULA_START = /^[=+\-@\t\r]/
const PLAIN_NUMBER = /^[+-]?(\d+|\d{1,3}([.,]\d{3})+)([.,]\d+)?$/
const PHONE_CHARACTERS = /^\+\d[\d ().-]*$/

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
  const runs = typeof cell === 'string' && FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) && !isPhoneNumber(text)
  return runs ? `'${text}` : text
}

/** An international number: a plus and 7 to 15 digits (E.164), however they are grouped. */
function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return PHONE_CHARACTERS.test(text) && digits >= 7 && digits <= 15
}
