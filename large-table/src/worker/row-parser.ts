import { unwrap } from '@canje/shared-auth/envelope'
import { CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './bytes'
import { ColumnBlocks, OpenColumn } from './column-block'
import { INCOMPLETE, JsonTokenizer } from './json-tokenizer'
import { decodeUtf8, encodeUtf8 } from './utf8'

/** The name of a field as written in the JSON, and the column of its values. */
interface FieldName {
  quoted: Uint8Array
  column: OpenColumn
  /** The name that followed in the last row, because rows of a response usually have the same field order. */
  next: FieldName | undefined
}

/**
 * Parses the rows of a response incrementally, from chunks split at any byte (D1 envelope, D6 unknown fields). It keeps the requested fields;
 * missing ones are empty. Elements that are not objects are dropped.
 */
export class RowParser {
  readonly cells: ColumnBlocks
  /** The number of list elements that were not objects. */
  dropped = 0
  private readonly scratch = new OpenColumn()
  private readonly names = new Map<string, FieldName>()
  private lastName: FieldName | undefined
  private stage: 'head' | 'rows' | 'tail' = 'head'
  /** Holds the unconsumed bytes, `unread` of them. It is reused to avoid garbage. */
  private buffer = new Uint8Array()
  private unread = 0
  /** The response up to its rows. */
  private head = ''

  constructor(fields: readonly string[]) {
    this.cells = new ColumnBlocks(fields)
    fields.forEach((field, index) => {
      this.addName(field, this.cells.open[index] ?? this.scratch)
    })
  }

  /**
   * Parses the next bytes.
   *
   * @throws SyntaxError when the response has the wrong format
   */
  push(chunk: Uint8Array): void {
    const bytes = this.append(chunk)
    const json = new JsonTokenizer(bytes)
    let consumed = 0
    for (const column of [...this.cells.open, this.scratch]) column.reserve(bytes.length)
    try {
      if (this.stage === 'head') {
        json.skipByteOrderMark()
        const begin = json.at
        this.findRows(json)
        this.head = decodeUtf8(bytes.subarray(begin, json.at))
        this.stage = 'rows'
        consumed = json.at
      }
      while (this.stage === 'rows') {
        this.readElement(json)
        consumed = json.at
      }
    } catch (reason) {
      if (reason !== INCOMPLETE) throw reason
    }
    this.buffer.copyWithin(0, consumed, this.unread)
    this.unread -= consumed
  }

  /** @returns the unconsumed bytes with a 0 byte after them */
  private append(chunk: Uint8Array): Uint8Array {
    const length = this.unread + chunk.length
    if (this.buffer.length <= length) {
      const grown = new Uint8Array(length + 1)
      grown.set(this.buffer.subarray(0, this.unread))
      this.buffer = grown
    }
    this.buffer.set(chunk, this.unread)
    this.buffer[length] = 0
    this.unread = length
    return this.buffer.subarray(0, length + 1)
  }

  /**
   * Ends the response.
   *
   * @throws SyntaxError when it is incomplete or has no list of rows
   */
  finish(): void {
    if (this.stage !== 'tail') throw new SyntaxError('The response ended before the end of its rows.')
    const payload = unwrap(JSON.parse(`${this.head}]${decodeUtf8(this.buffer.subarray(0, this.unread))}`))
    if (!Array.isArray(payload)) throw new SyntaxError('The response contains no list of rows.')
  }

  /** Moves past the bracket that opens the list, which is `data` or the `data` in it (D1, envelope). */
  private findRows(json: JsonTokenizer): void {
    this.enterData(json)
    if (json.peek() === OPEN_OBJECT) this.enterData(json)
    json.expect(OPEN_ARRAY)
  }

  private enterData(json: JsonTokenizer): void {
    json.expect(OPEN_OBJECT)
    while (this.readName(json) !== 'data') {
      json.skipValue(this.scratch)
      json.expect(COMMA)
    }
  }

  private readName(json: JsonTokenizer): string {
    if (json.peek() !== QUOTE) json.fail()
    const begin = json.at
    json.skipValue(this.scratch)
    const name: string = JSON.parse(decodeUtf8(json.bytes.subarray(begin, json.at)))
    json.expect(COLON)
    return name
  }

  /** Reads an element of the list with the comma or bracket after it. If it throws, the element counts as unread. */
  private readElement(json: JsonTokenizer): void {
    this.cells.clearRow()
    const first = json.peek()
    if (first === CLOSE_ARRAY && this.cells.count + this.dropped === 0) {
      this.closeList(json)
      return
    }
    const isRow = first === OPEN_OBJECT
    if (isRow) this.readRow(json)
    else json.skipValue(this.scratch)
    const isLast = json.peek() === CLOSE_ARRAY
    if (!isLast) json.expect(COMMA)
    if (isRow) this.cells.commitRow()
    else this.dropped++
    if (isLast) this.closeList(json)
  }

  private closeList(json: JsonTokenizer): void {
    json.at++
    this.stage = 'tail'
  }

  private readRow(json: JsonTokenizer): void {
    json.at++
    if (json.accept(CLOSE_OBJECT)) return
    do {
      const column = this.readField(json)
      json.readValue(column)
    } while (json.accept(COMMA))
    json.expect(CLOSE_OBJECT)
  }

  /** Reads the name of a field. @returns the column of its values */
  private readField(json: JsonTokenizer): OpenColumn {
    json.peek()
    const expected = this.lastName?.next
    if (expected && startsWith(json, expected.quoted)) {
      json.at += expected.quoted.length
      if (json.bytes[json.at] === COLON) json.at++
      else json.expect(COLON)
      this.lastName = expected
      return expected.column
    }
    const name = this.readName(json)
    const found = this.names.get(name) ?? this.addName(name, this.scratch)
    if (this.lastName) this.lastName.next = found
    this.lastName = found
    return found.column
  }

  private addName(name: string, column: OpenColumn): FieldName {
    const added = { quoted: encodeUtf8(JSON.stringify(name)), column, next: undefined }
    this.names.set(name, added)
    return added
  }
}

function startsWith({ bytes, at }: JsonTokenizer, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return false
  return true
}
