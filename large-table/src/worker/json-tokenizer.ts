import { parseJson } from '@canje/shared-auth/json'
import { type Cell, parseCell } from '../parse-rows'
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  LINE_FEED,
  MINUS,
  NINE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  POINT,
  QUOTE,
  RETURN,
  SPACE,
  TAB,
  ZERO,
} from './bytes'
import { Kind, kindOf, type OpenColumn } from './column-block'
import { decodeUtf8, encodeInto, encodeUtf8 } from './utf8'

/** Thrown when the value continues after the available bytes. */
export const INCOMPLETE = Symbol('incomplete')

/** The text of integers with up to this many digits is copied unchanged. */
const MAX_DIGITS = 1000

const BYTE_ORDER_MARK = encodeUtf8('\uFEFF')
const NULL = encodeUtf8('null')

/**
 * Reads JSON from bytes, token by token. A 0 byte, which is invalid in JSON, marks the end, so that only it needs an end
 * check. Every method throws `INCOMPLETE` at the end of the bytes and SyntaxError for invalid JSON.
 */
export class JsonTokenizer {
  at = 0

  /** @param bytes the JSON with a 0 byte after it */
  constructor(readonly bytes: Uint8Array) {}

  /** Skips the byte order mark, which some servers send. */
  skipByteOrderMark(): void {
    this.acceptLiteral(BYTE_ORDER_MARK)
  }

  /** Skips white space. @returns the next byte, at position `at` */
  peek(): number {
    const { bytes } = this
    let at = this.at
    let byte = bytes[at] as number
    while (byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB) byte = bytes[++at] as number
    this.at = at
    if (byte === 0 && at === bytes.length - 1) throw INCOMPLETE
    return byte
  }

  /** Skips white space, and the next byte if it is the given one. @returns whether it is */
  accept(byte: number): boolean {
    const isAccepted = this.peek() === byte
    if (isAccepted) this.at++
    return isAccepted
  }

  expect(byte: number): void {
    if (!this.accept(byte)) this.fail()
  }

  fail(): never {
    if (this.at >= this.bytes.length - 1) throw INCOMPLETE
    throw new SyntaxError(`The response is not valid JSON: unexpected byte 0x${this.bytes[this.at]?.toString(16)}.`)
  }

  /** Reads a value into the current cell of a column. An object or an array makes it empty (D6, unknown fields). */
  readValue(column: OpenColumn): void {
    const byte = this.peek()
    if (byte === QUOTE) this.readString(column)
    else if (byte === MINUS || (byte >= ZERO && byte <= NINE)) this.readInteger(column)
    else if (this.acceptLiteral(NULL)) column.clear()
    else this.readOther(column)
  }

  /** Skips a value; `scratch` is overwritten. */
  skipValue(scratch: OpenColumn): void {
    this.readValue(scratch)
    scratch.clear()
  }

  private readString(column: OpenColumn): void {
    const source = this.bytes
    const target = column.bytes
    let from = this.at + 1
    let to = column.start
    let byte = source[from] as number
    while (byte !== QUOTE && byte !== BACKSLASH && byte >= SPACE) {
      target[to++] = byte
      byte = source[++from] as number
    }
    if (byte === QUOTE) this.complete(column, Kind.text, to, from + 1)
    else this.readOther(column)
  }

  private readInteger(column: OpenColumn): void {
    const source = this.bytes
    const target = column.bytes
    const begin = this.at
    let from = begin
    let to = column.start
    if (source[from] === MINUS) target[to++] = source[from++] as number
    const first = source[from] as number
    const digits = from
    let byte = first
    while (byte >= ZERO && byte <= NINE) {
      target[to++] = byte
      byte = source[++from] as number
    }
    if (byte === 0 && from === source.length - 1) throw INCOMPLETE
    const length = from - digits
    const isWhole = byte !== POINT && byte !== 0x65 && byte !== 0x45
    const isCanonical = first === ZERO ? length === 1 && digits === begin : length > 0 && length <= MAX_DIGITS
    if (isWhole && isCanonical) this.complete(column, Kind.number, to, from)
    else this.readOther(column)
  }

  /** Reads a value that is rare: an object or an array, a text with escapes, a fraction, a boolean. */
  private readOther(column: OpenColumn): void {
    const end = this.endOfValue()
    const cell = this.cellOf(decodeUtf8(this.bytes.subarray(this.at, end)))
    this.at = end
    if (cell === null) column.clear()
    else this.write(column, cell)
  }

  private cellOf(json: string): Cell {
    try {
      return parseCell(parseJson(json))
    } catch {
      this.fail()
    }
  }

  /** Returns the position after a value, which may be invalid. */
  private endOfValue(): number {
    const { bytes } = this
    let at = this.at
    let depth = 0
    do {
      const byte = bytes[at] as number
      if (byte === QUOTE) at = this.endOfString(at)
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth++
        at++
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        depth--
        at++
      } else if (depth > 0) at++
      else while (isWordByte(bytes[at] as number)) at++
      if (at >= bytes.length - 1) throw INCOMPLETE
    } while (depth > 0)
    return at
  }

  private endOfString(begin: number): number {
    let at = begin + 1
    while (at < this.bytes.length && this.bytes[at] !== QUOTE) at += this.bytes[at] === BACKSLASH ? 2 : 1
    return at + 1
  }

  private acceptLiteral(word: Uint8Array): boolean {
    const { bytes, at } = this
    for (let index = 0; index < word.length; index++) {
      if (bytes[at + index] === word[index]) continue
      if (at + index >= bytes.length - 1) throw INCOMPLETE
      return false
    }
    this.at = at + word.length
    return true
  }

  /** Completes the cell that was written up to `end`, and continues at `at`. */
  private complete(column: OpenColumn, kind: number, end: number, at: number): void {
    column.end = end
    column.kind = kind
    this.at = at
  }

  private write(column: OpenColumn, cell: Exclude<Cell, null>): void {
    const text = String(cell)
    // UTF-8 needs at most three bytes per UTF-16 unit, and the values after it at most as many bytes as are unread.
    column.reserve(3 * text.length + this.bytes.length - this.at)
    column.end = column.start + encodeInto(text, column.bytes.subarray(column.start))
    column.kind = kindOf(cell)
  }
}

/** Whether a byte may be part of a number or a word. */
function isWordByte(byte: number): boolean {
  return byte > SPACE && byte !== COMMA && byte !== COLON && byte !== CLOSE_OBJECT && byte !== CLOSE_ARRAY
}
