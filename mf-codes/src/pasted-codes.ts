import { cellText, MemoryRows, type RowStore, sameText, shortened } from '@canje/shared-ui'
import { type Code, FREE, MISSING, missingCode, REDEEMED, stateOf } from './codes'
import { BETWEEN, isLikeCode, isSureCode } from './is-list'
import { countText } from './messages'

const LINE_BREAK = /[\r\n\u2028\u2029]+/
const BETWEEN_WORDS = /(?:[\s,;|]|:(?!\S))+/
/** What sheets, sentences and chats put around a text. */
const AROUND = ' "\'`´“”‘’«»<>.!¡?¿()[]{}-–—•*_~#'
/** What a sheet has above its codes. */
const HEADER = /^c[oó]d(igo|e)s?([: ]|$)/i
/** Longest text that no code has, in characters. */
const MAX_MISSING = 200

/** The codes of a pasted list in its order, each once, and rows for what does not exist. */
export class PastedCodes extends MemoryRows<Code> {
  readonly redeemed: number
  readonly missing: readonly string[]
  /** The texts of the codes that exist, a line each. */
  readonly text: string
  /** '16 redimidos · 22 sin redimir · 1 repetido · 2 no existen', before the names of these. */
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
      countText(repeated, '1 repetido', '# repetidos'),
      countText(this.missing.length, '1 no existe', '# no existen'),
    ]
    this.counts = counts.filter(Boolean).join(' · ')
  }
}

/**
 * Finds the codes of a pasted list. Its lines have cells, unless the line is a code itself, and cells that are no code have
 * words. The columns with a code that exists are the list; all of a single line is. A cell of the list is its words that are
 * codes, or else one text. A word with letters and digits is a code in any column, but for a sheet, which has tabs. Texts are
 * compared as the same text (D48, comparing texts); one in lower case also finds the code in upper case.
 *
 * @returns undefined for a text that names no code, so that it is a search
 */
export async function findPasted(search: string, rows: RowStore<Code>): Promise<PastedCodes | undefined> {
  // Systems write a text for a sheet as a formula: ="00123".
  const pasted = search.replaceAll('="', '"').split(LINE_BREAK).filter(trimmed)
  // A sheet may have an empty first column.
  const isIndented = pasted.every((line) => /^\t|^[^\t]*$/.test(line))
  const lines = isIndented ? pasted.map((line) => line.trimStart()) : pasted
  const { codesOf, clean } = await findTexts(
    lines.flatMap((line) => [line, ...cellsOf(line), ...line.split(BETWEEN_WORDS), ...line.split(/[\s,;|/]/)]),
    rows,
  )
  const partsOf = (text: string, between: RegExp | string) => (codesOf(text) ? [text] : text.split(between))
  const wordsOf = (cell: string, column: number) => {
    const words = partsOf(cell, BETWEEN_WORDS).flatMap((word) => partsOf(word, '/'))
    return words.map(clean).map((word, at) => {
      const isCode = codesOf(word) !== undefined
      return { word, place: `${column} ${at}`, isCode, isSure: isCode || isSureCode(word) }
    })
  }
  const cells = lines.flatMap((line) => {
    const isOfSheet = line.includes('\t')
    return (codesOf(line) ? [line] : cellsOf(line))
      .map(sameText)
      .map((cell, column) => ({ text: clean(cell), isOfSheet, column: `${column}`, words: wordsOf(cell, column) }))
  })
  const existing = cells.flatMap(({ column, words }) =>
    words.flatMap(({ isCode, place }) => (isCode ? [column, place] : [])),
  )
  /** The columns with codes, and the places of the codes among the words of their cells. */
  const known = new Set(existing.length > 0 ? existing : ['0', '0 0'])
  const texts = cells.flatMap(({ text, isOfSheet, column, words }) => {
    const isListed = lines.length === 1 || known.has(column)
    if (isOfSheet && !isListed) return []
    const isOfOneLine = lines.length === 1 && words.some(({ isSure }) => isSure)
    const codes = words.filter(
      // A number may be a date or a phone: it is a code where other lines have theirs.
      ({ word, isSure, place }) => isSure || (isLikeCode(word) && (isOfOneLine || known.has(place))),
    )
    if (codes.length > 0) return codes.map(({ word }) => word)
    return isListed && text !== '' && !HEADER.test(text) ? [text] : []
  })
  // A text that only repeats the name of the column is a search.
  const isList = BETWEEN.test(search.trim()) && cells.some(({ text }) => !HEADER.test(text))
  if (existing.length === 0 && !(isList && texts.length > 0 && texts.every(isLikeCode))) return undefined
  const once = [...new Set(texts.map((text) => codesOf(text) ?? text))]
  return new PastedCodes(
    once.flatMap((found) =>
      typeof found === 'string' ? missingCode({ id: null, name: shortened(found, MAX_MISSING) }) : found,
    ),
    texts.length - once.length,
  )
}

/** The cells of a line: a comma in a sheet is of a cell, as is any separator between quotes. */
function cellsOf(line: string): string[] {
  const unquoted = line.replace(/"[^"]*"/g, (text) => text.replace(/[\t|;,]/g, ' '))
  return unquoted.split(['\t', '|', ';', ','].find((separator) => unquoted.includes(separator)) ?? LINE_BREAK)
}

/** Finds the codes of texts, by each text: as it is, or without what stands around it. */
async function findTexts(texts: readonly string[], rows: RowStore<Code>) {
  const forms = (text: string) => [sameText(text), trimmed(text), trimmed(text).toUpperCase()]
  const among = [...new Set(texts.flatMap(forms))]
  const found = await rows.find({ column: { field: 'name' }, among, limit: rows.count })
  const codes = new Map<string, Code[]>()
  for (const code of found.rows) {
    const text = sameText(cellText(code.name))
    const equal = codes.get(text)
    if (equal) equal.push(code)
    else codes.set(text, [code])
  }
  return {
    codesOf: (text: string) => codes.get(forms(text).find((form) => codes.has(form)) ?? ''),
    clean: (text: string) => (codes.has(sameText(text)) ? sameText(text) : trimmed(text)),
  }
}

/** Not by a regular expression, which takes minutes for a megabyte of quotes. */
function trimmed(text: string): string {
  const same = sameText(text)
  let [start, end] = [0, same.length]
  while (start < end && AROUND.includes(same.charAt(start))) start++
  while (end > start && AROUND.includes(same.charAt(end - 1))) end--
  return same.slice(start, end)
}
