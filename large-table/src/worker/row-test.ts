import { dayRange, validDay } from '../calendar-day'
import type { DisplayedField } from '../cell-display'
import { type Condition, toTextTest } from '../query'
import { keyText } from '../row-key'
import { MINUS, NINE, ZERO } from './bytes'
import { CellReader, type ColumnBlocks, readKeys } from './column-block'
import type { ColumnValues } from './column-values'
import { DisplayReader } from './display-reader'
import { hashOf } from './string-dictionary'
import { encodeUtf8 } from './utf8'

const DATE_LENGTH = 10

/** Returns whether a row meets a condition. */
export type RowTest = (row: number) => boolean

/** @param valuesOf returns the values of a column */
export function toRowTest(
  cells: ColumnBlocks,
  condition: Condition,
  valuesOf: (column: DisplayedField) => ColumnValues,
): RowTest {
  if ('keys' in condition) {
    const keys = new Set(condition.keys)
    const { field } = condition.column
    const keyOf = readKeys(cells, { ...condition, field })
    const mayHaveKey = toIdTest(new CellReader(cells.blocksOf(field)), condition.keys)
    return (row) => mayHaveKey(row) && keys.has(keyOf(row))
  }
  if (!('hasDay' in condition || 'from' in condition))
    return testTexts(valuesOf(condition.column), toTextTest(condition))
  const dates = new DisplayReader(cells, condition.column)
  const dayAt = (row: number) => {
    dates.read(row)
    return dayOf(dates)
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

/** Returns a test of rows by their text, which tests each distinct text once. */
function testTexts(values: ColumnValues, isMet: (text: string) => boolean): RowTest {
  const results: boolean[] = []
  return (row) => {
    const id = values.idAt(row)
    results[id] ??= isMet(values.text(id))
    return results[id]
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
