import { cellText, formatNumber, MemoryRows, type RowStore, sameText, shortened } from '@canje/shared-ui'
import { type Code, isRedeemed, MISSING } from './codes'
import { BETWEEN, isLikeCode } from './is-list'

const LINE_BREAK = /[\r\n\u2028\u2029]+/
const SEPARATOR = /[\t,;]/
/** What sheets and chats put around a text. */
const AROUND = ' "\'`´“”‘’«»'
/** What a sheet has above its codes. */
const HEADER = /^c[oó]d(igo|e)s?$/i
/** Longest text that no code has, in characters. */
const MAX_MISSING = 200

/** The codes of a pasted list in its order, each once, and rows for what does not exist. */
export class PastedCodes extends MemoryRows<Code> {
  readonly missing: readonly string[]
  readonly redeemed: number
  /** The texts of the codes that exist, a line each. */
  readonly text: string
  /** '16 redimidos · 22 sin redimir · 2 no existen · 1 repetido'. */
  readonly counts: string

  constructor(codes: readonly Code[], repeated: number) {
    super(codes)
    const existing = codes.filter(({ used }) => used !== MISSING.text)
    this.redeemed = existing.filter(isRedeemed).length
    this.missing = codes.filter(({ used }) => used === MISSING.text).map(({ name }) => cellText(name))
    this.text = existing.map(({ name }) => cellText(name)).join('\n')
    this.counts = [
      countText(this.redeemed, 'redimido', 'redimidos'),
      countText(existing.length - this.redeemed, 'sin redimir', 'sin redimir'),
      countText(this.missing.length, 'no existe', 'no existen'),
      countText(repeated, 'repetido', 'repetidos'),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

function countText(count: number, one: string, other: string): string {
  return count > 0 ? `${formatNumber(count)} ${count === 1 ? one : other}` : ''
}

/**
 * Finds the codes of a pasted list: one in each line, or a sheet with further columns, or a line of codes between commas,
 * semicolons, tabs or spaces. Texts are compared as the same text (D48, comparing texts); one in lower case also finds the
 * code in upper case.
 *
 * @returns undefined for a text that names no code, so that it is a search
 */
export async function findPasted(search: string, rows: RowStore<Code>): Promise<PastedCodes | undefined> {
  const typed = search.split(LINE_BREAK).filter((line) => trimmed(line) !== '')
  const typedCells = typed.map((line) => line.split(SEPARATOR).map(trimmed))
  const asTyped = [...typed.map(trimmed), ...typedCells.flat(), ...typedCells.flat().flatMap(wordsOf)].filter(Boolean)
  const among = [...new Set(asTyped.flatMap((text) => [text, text.toUpperCase()]))]
  const found = await rows.find({ column: { field: 'name' }, among, limit: rows.count })
  const codes = new Map<string, Code[]>()
  for (const code of found.rows) {
    const text = sameText(cellText(code.name))
    const equal = codes.get(text)
    if (equal) equal.push(code)
    else codes.set(text, [code])
  }
  const spelled = (text: string) => (codes.has(text) || !codes.has(text.toUpperCase()) ? text : text.toUpperCase())
  const hasHeader = typed.length > 1 && typedCells[0]?.some((cell) => HEADER.test(cell) && !codes.has(spelled(cell)))
  const lines = typed.slice(hasHeader ? 1 : 0).map((line) => spelled(trimmed(line)))
  const cells = typedCells.slice(hasHeader ? 1 : 0).map((line) => line.map(spelled))
  const textsOf = (cell: string) => {
    const words = codes.has(cell) ? [cell] : wordsOf(cell).map(spelled)
    const known = words.filter((word) => codes.has(word))
    return known.length > 1 || words.every(isLikeCode) ? words : [known[0] ?? cell]
  }
  // A sheet has codes in some of its columns only; a single line is a list of its own.
  const columns = new Set(cells.flatMap((line) => line.flatMap((cell, column) => (codes.has(cell) ? column : []))))
  const hasCodes = (column: number) => typed.length === 1 || (columns.size === 0 ? column === 0 : columns.has(column))
  const texts = lines.flatMap((line, index) =>
    codes.has(line) ? line : (cells[index] ?? []).filter((cell, column) => cell && hasCodes(column)).flatMap(textsOf),
  )
  if (found.count === 0 && !(BETWEEN.test(search.trim()) && texts.every(isLikeCode))) return undefined
  const once = [...new Set(texts)]
  return new PastedCodes(
    once.flatMap((text) => codes.get(text) ?? missing(text)),
    texts.length - once.length,
  )
}

function wordsOf(cell: string): string[] {
  return cell.split(' ').map(trimmed)
}

/** Not by a regular expression, which takes minutes for a megabyte of quotes. */
function trimmed(text: string): string {
  const same = sameText(text)
  let [start, end] = [0, same.length]
  while (start < end && AROUND.includes(same.charAt(start))) start++
  while (end > start && AROUND.includes(same.charAt(end - 1))) end--
  return same.slice(start, end)
}

function missing(name: string): Code {
  return { id: null, name: shortened(name, MAX_MISSING), userName: '', used: MISSING.text, date: null }
}
