import { readsAsNumber, readsAsPhoneNumber } from './numeric-text'

/** Position of a value in its line. A reader of another delimiter joins it with its neighbours and splits it elsewhere. */
export interface CellPosition {
  isFirst: boolean
  isLast: boolean
}

/** Characters that spreadsheets may skip before a formula: white space, control and zero-width characters. */
const SKIPPED = String.raw`\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}`
const SIGN = String.raw`=+\-@＝＋－＠`

const FORMULA_START = new RegExp(`^(?:[\\t\\r\\n]|[${SKIPPED}]*[${SIGN}])`, 'u')
/** A separator of another reader, and the characters it may skip after it: quotes too, which may open and close there. */
const INNER_START = new RegExp(`[;\\t\\r\\n]["${SKIPPED}]*([${SIGN}])?`, 'gu')
const SEPARATOR = /\r\n|[;\t\r\n]/g
/** A separator followed by one of another reader, which starts the next cell for the first reader: a tab after `;`. */
const UNLIKE_SEPARATORS = /(\r\n|[;\t\n]|\r(?!\n))(?="*(?!\1)(?:[\t\n]|\r(?!\n)))/g

/**
 * Escapes a value against CSV injection (D16 CSV, D28 formulas). It puts an apostrophe wherever a comma, semicolon or tab reader would
 * find a formula.
 *
 * A number or phone number is kept unchanged, except at the start of a line of several cells: another reader would join it
 * with the next cell, as in `-1,0+cmd|…`.
 */
export function escapeFormula(text: string, { isFirst, isLast }: CellPosition): string {
  const startsFormula = FORMULA_START.test(text)
  // A fast path for nearly every value: the checks below would double the time to write a file.
  if (!startsFormula && !/[;\t\r\n]/.test(text)) return text
  const isJoined = isFirst && !isLast
  if (!isJoined && (readsAsNumber(text) || readsAsPhoneNumber(text))) return text
  const start = startsFormula ? "'" : ''
  // Another reader would take the closing quote as the start of a quoted field that includes the line break.
  const end = isLast && !isFirst && /[;\t\r\n]$/.test(text) && needsQuotes(text) ? "'" : ''
  return start + text.replace(INNER_START, escapeInner) + end
}

/** Returns whether a value must be quoted: by RFC 4180, and in the additional cases of Papa Parse. */
export function needsQuotes(text: string): boolean {
  return /[",\r\n\uFEFF]|^ | $/.test(text)
}

function escapeInner(start: string, sign: string | undefined): string {
  return start.replace(sign ? SEPARATOR : UNLIKE_SEPARATORS, "$&'")
}
