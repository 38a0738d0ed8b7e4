import { dayRange, validDay } from '../calendar-day'
import type { Condition } from '../query'
import { keyText } from '../row-key'
import { sameText } from '../same-text'
import { MINUS, NINE, ZERO } from './bytes'
import { CellReader, type ColumnBlocks, readKeys } from './column-block'
import { DisplayReader } from './display-reader'
import { hashOf } from './string-dictionary'
import { isUsualText } from './usual-text'
import { encodeUtf8 } from './utf8'

const DATE_LENGTH = 10

/** Returns whether a row meets a condition. */
export type RowTest = (row: number) => boolean

export function toRowTest(cells: ColumnBlocks, condition: Condition): RowTest {
  if ('keys' in condition) {
    const keys = new Set(condition.keys)
    const { field } = condition.column
    const keyOf = readKeys(cells, { ...condition, field })
    const mayHaveKey = toIdTest(new CellReader(cells.blocksOf(field)), condition.keys)
    return (row) => mayHaveKey(row) && keys.has(keyOf(row))
  }
  const values = new DisplayReader(cells, condition.column)
  if ('is' in condition) return toTextTest(values, condition.is)
  if ('isNot' in condition) {
    const isText = toTextTest(values, condition.isNot)
    return (row) => !isText(row)
  }
  if ('among' in condition) {
    const texts = new Set(condition.among.map(sameText))
    return (row) => {
      values.read(row)
      return texts.has(sameText(values.text()))
    }
  }
  const dayAt = (row: number) => {
    values.read(row)
    return dayOf(values)
  }
  if ('hasDay' in condition) return (row) => dayAt(row) === undefined
  const { from, to } = dayRange(condition)
  return (row) => {
    const day = dayAt(row)
    return day !== undefined && day >= from && day <= to
  }
}

/** Returns a test that all rows with these keys pass and few others do, without making a text of each id. */
function toIdTest(ids: CellReader, keys: readonly string[]): RowTest {
  const texts = keys.map((key) => encodeUtf8(keyText(key.replace(/\n.*/s, ''))))
  const hashes = new Set(texts.map((text) => hashOf(text, 0, text.length)))
  return (row) => {
    ids.read(row)
    return ids.start === ids.end || hashes.has(hashOf(ids.bytes, ids.start, ids.end))
  }
}

/** Returns a test of rows whose value is the same as a text (D48, comparing texts). */
function toTextTest(values: DisplayReader, text: string): RowTest {
  const wanted = sameText(text)
  const bytes = encodeUtf8(wanted)
  return (row) => {
    values.read(row)
    if (values.hasBytes(bytes, 0, bytes.length)) return true
    return !isUsualText(values.bytes, values.start, values.end) && sameText(values.text()) === wanted
  }
}

/** As `calendarDay`, for the cell that the reader is at. */
export function dayOf({ bytes, start, end }: CellReader): number | undefined {
  const after = start + DATE_LENGTH
  if (after > end || bytes[start + 4] !== MINUS || bytes[start + 7] !== MINUS) return undefined
  if (after < end && isDigit(bytes[after] as number)) return undefined
  return validDay(
    integerOf(bytes, start, start + 4),
    integerOf(bytes, start + 5, start + 7),
    integerOf(bytes, start + 8, after),
  )
}

/** Returns NaN if not all bytes are digits. */
function integerOf(bytes: Uint8Array, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (!isDigit(byte)) return Number.NaN
    value = 10 * value + byte - ZERO
  }
  return value
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE
}
