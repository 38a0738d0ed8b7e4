import { readsAsNumber, readsAsPhoneNumber } from './numeric-text'

/** Where a value stands in its line. A reader of another delimiter joins it with its neighbours, and splits it elsewhere. */
export interface CellPlace {
  isFirst: boolean
  isLast: boolean
}

/** What spreadsheets may skip before a formula: spaces of any kind, control characters and what has no width. */
const SKIPPED = String.raw`\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}`
const SIGN = String.raw`=+\-@＝＋－＠`

const FORMULA_START = new RegExp(`^(?:[\\t\\r\\n]|[${SKIPPED}]*[${SIGN}])`, 'u')
/** A separator of another reader, and what it may skip behind it: quotes too, which may open and close there. */
const INNER_START = new RegExp(`[;\\t\\r\\n]["${SKIPPED}]*([${SIGN}])?`, 'gu')
const SEPARATOR = /\r\n|[;\t\r\n]/g
/** A separator of one reader before one that is a first character to it, such as a tab behind a semicolon. */
const UNLIKE_SEPARATORS = /(\r\n|[;\t\n]|\r(?!\n))(?="*(?!\1)(?:[\t\n]|\r(?!\n)))/g

/**
 * A value as the CSV holds it (D16, D28). Wherever a comma, semicolon or tab reader would find a formula, an apostrophe
 * goes before it.
 *
 * A value that reads as a number or a phone number is left alone, but at the start of a line of several cells: there
 * another reader sees `-1,0+cmd|…`, with the cell that follows.
 */
export function escapeFormula(text: string, { isFirst, isLast }: CellPlace): string {
  const startsFormula = FORMULA_START.test(text)
  // Nearly every value: to look further would double the time of a file.
  if (!startsFormula && !/[;\t\r\n]/.test(text)) return text
  const isJoined = isFirst && !isLast
  if (!isJoined && (readsAsNumber(text) || readsAsPhoneNumber(text))) return text
  const start = startsFormula ? "'" : ''
  // Behind the quote that closes it, another reader would begin a quoted field, with the line break in it.
  const end = isLast && !isFirst && /[;\t\r\n]$/.test(text) && needsQuotes(text) ? "'" : ''
  return start + text.replace(INNER_START, escapeInner) + end
}

/** Whether a value is quoted: as RFC 4180 has it, and where the CSV library does so besides. */
export function needsQuotes(text: string): boolean {
  return /[",\r\n\uFEFF]|^ | $/.test(text)
}

function escapeInner(start: string, sign: string | undefined): string {
  return start.replace(sign ? SEPARATOR : UNLIKE_SEPARATORS, "$&'")
}
