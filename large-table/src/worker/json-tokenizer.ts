import { parseNumber } from '@canje/shared-auth/json'
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  LINE_FEED,
  MINUS,
  NINE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  PLUS,
  POINT,
  QUOTE,
  RETURN,
  SPACE,
  TAB,
  ZERO,
} from './bytes'
import { Kind, type OpenColumn } from './column-block'
import { decodeUtf8, encodeInto, encodeUtf8 } from './utf8'

/** Thrown when the value continues after the available bytes. */
export const INCOMPLETE = Symbol('incomplete')

/** The text of integers with up to this many digits is copied unchanged. */
const MAX_DIGITS = 1000
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

const BYTE_ORDER_MARK = encodeUtf8('\uFEFF')
const NULL = encodeUtf8('null')
const TRUE = encodeUtf8('true')
const FALSE = encodeUtf8('false')

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

  /** Reads a value into the current cell of a column. An object or an array makes it empty (D6). */
  readValue(column: OpenColumn): void {
    const byte = this.peek()
    if (byte === QUOTE) this.readString(column)
    else if (byte === MINUS || (byte >= ZERO && byte <= NINE)) this.readNumber(column)
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.skipNested(column)
    else this.readWord(column)
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
    else this.readEscapedString(column, from)
  }

  private readEscapedString(column: OpenColumn, from: number): void {
    const source = this.bytes
    const begin = this.at
    let byte = source[from] as number
    while (byte !== QUOTE) {
      if (byte < SPACE) {
        this.at = from
        this.fail()
      }
      from += byte === BACKSLASH ? 2 : 1
      if (from >= source.length) throw INCOMPLETE
      byte = source[from] as number
    }
    this.at = from + 1
    this.write(column, JSON.parse(decodeUtf8(source.subarray(begin, this.at))), Kind.text)
  }

  private readNumber(column: OpenColumn): void {
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
    else this.readUnusualNumber(column, from)
  }

  private readUnusualNumber(column: OpenColumn, from: number): void {
    const begin = this.at
    while (isNumberByte(this.bytes[from] as number)) from++
    if (from === this.bytes.length - 1) throw INCOMPLETE
    const text = decodeUtf8(this.bytes.subarray(begin, from))
    if (!NUMBER.test(text)) this.fail()
    this.at = from
    const value = parseNumber(text)
    if (value === null) column.clear()
    else this.write(column, String(value), Kind.number)
  }

  private readWord(column: OpenColumn): void {
    if (this.acceptLiteral(NULL)) column.clear()
    else if (this.acceptLiteral(TRUE)) this.write(column, 'true', Kind.boolean)
    else if (this.acceptLiteral(FALSE)) this.write(column, 'false', Kind.boolean)
    else this.fail()
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

  /** Nested values are rare and never displayed, so they are only validated. */
  private skipNested(column: OpenColumn): void {
    const begin = this.at
    let depth = 0
    do {
      const byte = this.peek()
      if (byte === QUOTE) {
        this.skipString()
        continue
      }
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--
      this.at++
    } while (depth > 0)
    JSON.parse(decodeUtf8(this.bytes.subarray(begin, this.at)))
    column.clear()
  }

  private skipString(): void {
    let from = this.at + 1
    while (this.bytes[from] !== QUOTE) {
      from += this.bytes[from] === BACKSLASH ? 2 : 1
      if (from >= this.bytes.length) throw INCOMPLETE
    }
    this.at = from + 1
  }

  /** Completes the cell that was written up to `end`, and continues at `at`. */
  private complete(column: OpenColumn, kind: number, end: number, at: number): void {
    column.end = end
    column.kind = kind
    this.at = at
  }

  private write(column: OpenColumn, text: string, kind: number): void {
    // At most three bytes per UTF-16 unit; the values after it need at most as many bytes as are unread.
    column.reserve(3 * text.length + this.bytes.length - this.at)
    column.end = column.start + encodeInto(text, column.bytes.subarray(column.start))
    column.kind = kind
  }
}

function isNumberByte(byte: number): boolean {
  return (byte >= ZERO && byte <= NINE) || byte === PLUS || byte === MINUS || byte === POINT || (byte | 0x20) === 0x65
}
