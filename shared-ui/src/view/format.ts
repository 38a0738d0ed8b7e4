import { type Cell, cellText, matchRanges } from '@canje/large-table'
import type { ColumnOptions } from '../rows/columns'

/** All digits of a double, which has 17 at most. Of a fraction in a text, only the integer is formatted. */
const numberFormat = new Intl.NumberFormat('es-CO', { maximumSignificantDigits: 21 })
const integerFormat = new Intl.NumberFormat('es-CO')

/** How many cells a sum leaves out. */
export function notNumbersText(count: number): string {
  return count === 1 ? '1 celda no es un número' : `${formatNumber(count)} celdas no son un número`
}

/** A number as the staff write it: '10.000'. It keeps all digits; a text has digits and a fraction, without an exponent. */
export function formatNumber(value: number | bigint | `${number}`): string {
  if (typeof value === 'number') return numberFormat.format(value)
  const [whole, fraction] = String(value).split('.')
  const text = integerFormat.format(whole as `${number}`)
  return fraction ? `${text},${fraction}` : text
}

/** Longest text of the data that a sentence, a button or a choice repeats in full, in characters. */
const MAX_LENGTH = 120

/** A text of the data in one line, cut off where it is too long for a sentence. */
export function shortened(text: string, maxLength = MAX_LENGTH): string {
  const line = text.slice(0, maxLength + 1).replace(/\s+/g, ' ')
  return text.length > maxLength ? `${line.slice(0, maxLength)}…` : line
}

const MAX_LISTED = 3

/** The first texts of a list, and how many more there are: `301, 302, 303 y 50 más`. */
export function shortList(texts: readonly string[]): string {
  const more = texts.length - MAX_LISTED
  const listed = texts.slice(0, MAX_LISTED).join(', ')
  return more > 0 ? `${listed} y ${formatNumber(more)} más` : listed
}

/** A number in the text of a cell as the staff write it; any other text as it is. */
export function amountText(text: string): string {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? formatNumber(text as `${number}`) : text
}

/** The text of a cell as it is shown. An amount in which a search has found digits keeps them together. */
export function shownText({ kind }: ColumnOptions, text: string, words: readonly string[] = []): string {
  return kind === 'amount' && matchRanges(text, words).length === 0 ? amountText(text) : text
}

/** The points in a cell: '1 punto', '1.090 puntos'; a dash for an empty cell. */
export function pointsText(cell: Cell | undefined): string {
  const text = amountText(cellText(cell ?? null)) || '—'
  return `${text} ${text === '1' ? 'punto' : 'puntos'}`
}
