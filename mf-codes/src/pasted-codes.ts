import { cellText, MemoryRows, type RowStore, sameText, shortened } from '@canje/shared-ui'
import { type Code, FREE, MISSING, missingCode, REDEEMED, stateOf } from './codes'
import { BETWEEN, isLikeCode } from './is-list'
import { countText } from './messages'

const LINE_BREAK = /[\r\n\u2028\u2029]+/
const SEPARATOR = /[\t,;]/
/** What sheets and chats put around a text. */
const AROUND = ' "\'`´“”‘’«»'
/** What a sheet has above its codes. */
const HEADER = /^c[oó]d(igo|e)s?( |$)/i
/** Longest text that no code has, in characters. */
const MAX_MISSING = 200

/** The codes of a pasted list in its order, each once, and rows for what does not exist. */
export class PastedCodes extends MemoryRows<Code> {
  readonly redeemed: number
  readonly missing: readonly string[]
  /** The texts of the codes that exist, a line each. */
  readonly text: string
  /** '16 redimidos · 22 sin redimir · 2 no existen · 1 repetido'. */
  readonly counts: string

  constructor(codes: readonly Code[], repeated: number) {
    super(codes)
    const textsIn = (...states: { text: string }[]) =>
      codes.filter((code) => states.some(({ text }) => text === stateOf(code).value)).map(({ name }) => cellText(name))
    this.redeemed = textsIn(REDEEMED).length
    this.missing = textsIn(MISSING)
    this.text = textsIn(REDEEMED, FREE).join('\n')
    const counts = [
      countText(this.redeemed, '1 redimido', '# redimidos'),
      countText(textsIn(FREE).length, '1 sin redimir', '# sin redimir'),
      countText(this.missing.length, '1 no existe', '# no existen'),
      countText(repeated, '1 repetido', '# repetidos'),
    ]
    this.counts = counts.filter(Boolean).join(' · ')
  }
}

/**
 * Finds the codes of a pasted list. Its lines have cells between tabs, commas and semicolons, and these have words, unless the
 * line or the cell is a code itself. The columns that have a code are the list; a single line is one, too. Texts are compared
 * as the same text (D48, comparing texts); one in lower case also finds the code in upper case.
 *
 * @returns undefined for a text that names no code, so that it is a search
 */
export async function findPasted(search: string, rows: RowStore<Code>): Promise<PastedCodes | undefined> {
  const lines = search.split(LINE_BREAK).filter((line) => trimmed(line) !== '')
  const codesOf = await findTexts(
    lines.flatMap((line) => [line, ...line.split(SEPARATOR), ...line.split(/[\s,;]+/)]),
    rows,
  )
  const wordsOf = (cell: string) => {
    const words = trimmed(cell).split(' ').map(trimmed)
    return !codesOf(cell) && words.some((word) => codesOf(word) || isLikeCode(word)) ? words : [trimmed(cell)]
  }
  const entries = lines.flatMap((line) =>
    (codesOf(line) ? [line] : line.split(SEPARATOR)).flatMap((cell, column) =>
      wordsOf(cell).map((text, word) => ({ text, column: `${column} ${word}` })),
    ),
  )
  const known = new Set(entries.filter(({ text }) => codesOf(text)).map(({ column }) => column))
  const isListed = (column: string) => lines.length === 1 || known.has(column) || (known.size === 0 && column === '0 0')
  const texts = entries
    .filter(({ text, column }) => text !== '' && isListed(column) && (codesOf(text) || !HEADER.test(text)))
    .map(({ text }) => text)
  if (known.size === 0 && !(BETWEEN.test(search.trim()) && texts.every(isLikeCode))) return undefined
  const once = [...new Set(texts.map((text) => codesOf(text) ?? text))]
  return new PastedCodes(
    once.flatMap((found) =>
      typeof found === 'string' ? missingCode({ id: null, name: shortened(found, MAX_MISSING) }) : found,
    ),
    texts.length - once.length,
  )
}

/** Finds the codes of texts, by each text. */
async function findTexts(texts: readonly string[], rows: RowStore<Code>) {
  const among = [...new Set(texts.map(trimmed).flatMap((text) => [text, text.toUpperCase()]))]
  const found = await rows.find({ column: { field: 'name' }, among, limit: rows.count })
  const codes = new Map<string, Code[]>()
  for (const code of found.rows) {
    const text = sameText(cellText(code.name))
    const equal = codes.get(text)
    if (equal) equal.push(code)
    else codes.set(text, [code])
  }
  return (text: string) => codes.get(trimmed(text)) ?? codes.get(trimmed(text).toUpperCase())
}

/** Not by a regular expression, which takes minutes for a megabyte of quotes. */
function trimmed(text: string): string {
  const same = sameText(text)
  let [start, end] = [0, same.length]
  while (start < end && AROUND.includes(same.charAt(start))) start++
  while (end > start && AROUND.includes(same.charAt(end - 1))) end--
  return same.slice(start, end)
}
