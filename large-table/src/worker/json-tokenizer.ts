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
import { textOf, utf8, writeText } from './utf8'

/** The bytes end before the value does: more are needed. */
export const INCOMPLETE = Symbol('incomplete')

/** Digits that a whole number may have and still be exact, so that its text need not be made anew. */
const EXACT_DIGITS = 15
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

const BYTE_ORDER_MARK = utf8('\uFEFF')
const NULL = utf8('null')
const TRUE = utf8('true')
const FALSE = utf8('false')

/**
 * Reads JSON from bytes, one token at a time. A byte 0, which no JSON holds, stands after the last one, so that the end
 * is looked for only there. Every method throws `INCOMPLETE` at the end, and SyntaxError where it is no JSON.
 */
export class JsonTokenizer {
  at = 0

  /** @param bytes the JSON, and a 0 after it */
  constructor(readonly bytes: Uint8Array) {}

  /** Skips the mark that some servers begin a response with. */
  skipByteOrderMark(): void {
    this.skipsWord(BYTE_ORDER_MARK)
  }

  /** Skips white space. @returns the byte after it, which `at` points at */
  peek(): number {
    const { bytes } = this
    let at = this.at
    let byte = bytes[at] as number
    while (byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB) byte = bytes[++at] as number
    this.at = at
    if (byte === 0 && at === bytes.length - 1) throw INCOMPLETE
    return byte
  }

  /** Skips white space and the byte, when it is the one. */
  skips(byte: number): boolean {
    const is = this.peek() === byte
    if (is) this.at++
    return is
  }

  expect(byte: number): void {
    if (!this.skips(byte)) this.refuse()
  }

  refuse(): never {
    if (this.at >= this.bytes.length - 1) throw INCOMPLETE
    throw new SyntaxError(`The response is no JSON: unexpected byte 0x${this.bytes[this.at]?.toString(16)}.`)
  }

  /** Reads a value into the current cell of a column; an object or an array leaves it empty (D6). */
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
    if (byte === QUOTE) this.take(column, Kind.text, to, from + 1)
    else this.readEscapedString(column, from)
  }

  private readEscapedString(column: OpenColumn, from: number): void {
    const source = this.bytes
    const begin = this.at
    let byte = source[from] as number
    while (byte !== QUOTE) {
      if (byte < SPACE) {
        this.at = from
        this.refuse()
      }
      from += byte === BACKSLASH ? 2 : 1
      if (from >= source.length) throw INCOMPLETE
      byte = source[from] as number
    }
    this.at = from + 1
    this.write(column, JSON.parse(textOf(source.subarray(begin, this.at))), Kind.text)
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
    const isCanonical = first === ZERO ? length === 1 && digits === begin : length > 0 && length <= EXACT_DIGITS
    if (isWhole && isCanonical) this.take(column, Kind.number, to, from)
    else this.readUnusualNumber(column, from)
  }

  private readUnusualNumber(column: OpenColumn, from: number): void {
    const begin = this.at
    while (isNumberByte(this.bytes[from] as number)) from++
    if (from === this.bytes.length - 1) throw INCOMPLETE
    const text = textOf(this.bytes.subarray(begin, from))
    if (!NUMBER.test(text)) this.refuse()
    this.at = from
    this.write(column, String(Number(text)), Kind.number)
  }

  private readWord(column: OpenColumn): void {
    if (this.skipsWord(NULL)) column.clear()
    else if (this.skipsWord(TRUE)) this.write(column, 'true', Kind.boolean)
    else if (this.skipsWord(FALSE)) this.write(column, 'false', Kind.boolean)
    else this.refuse()
  }

  private skipsWord(word: Uint8Array): boolean {
    const { bytes, at } = this
    for (let index = 0; index < word.length; index++) {
      if (bytes[at + index] === word[index]) continue
      if (at + index >= bytes.length - 1) throw INCOMPLETE
      return false
    }
    this.at = at + word.length
    return true
  }

  /** What is nested is rarely there and never shown: only that it is JSON matters. */
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
    JSON.parse(textOf(this.bytes.subarray(begin, this.at)))
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

  /** Keeps the cell that has been written up to `end`, and goes on at `at`. */
  private take(column: OpenColumn, kind: number, end: number, at: number): void {
    column.end = end
    column.kind = kind
    this.at = at
  }

  private write(column: OpenColumn, text: string, kind: number): void {
    // Three bytes per unit at most; what is read after it may need as many as are left.
    column.reserve(3 * text.length + this.bytes.length - this.at)
    column.end = column.start + writeText(text, column.bytes.subarray(column.start))
    column.kind = kind
  }
}

function isNumberByte(byte: number): boolean {
  return (byte >= ZERO && byte <= NINE) || byte === PLUS || byte === MINUS || byte === POINT || (byte | 0x20) === 0x65
}
