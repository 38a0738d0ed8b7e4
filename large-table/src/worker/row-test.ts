import { dayRange, validDay } from '../calendar-day'
import type { Condition } from '../query'
import { MINUS, NINE, ZERO } from './bytes'
import { type CellReader, type ColumnBlocks, readKeys } from './column-block'
import { DisplayReader } from './display-reader'
import { encodeUtf8 } from './utf8'

const DATE_LENGTH = 10

/** Returns whether a row meets a condition. */
export type RowTest = (row: number) => boolean

export function toRowTest(cells: ColumnBlocks, condition: Condition): RowTest {
  if ('keys' in condition) {
    const keys = new Set(condition.keys)
    const keyOf = readKeys(cells, { ...condition, field: condition.column.field })
    return (row) => keys.has(keyOf(row))
  }
  const values = new DisplayReader(cells, condition.column)
  if ('is' in condition) return toTextTest(values, condition.is)
  if ('isNot' in condition) {
    const isText = toTextTest(values, condition.isNot)
    return (row) => !isText(row)
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

/** Returns a test of rows whose value has a text. */
function toTextTest(values: DisplayReader, text: string): RowTest {
  const bytes = encodeUtf8(text)
  return (row) => {
    values.read(row)
    return values.hasBytes(bytes, 0, bytes.length)
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
