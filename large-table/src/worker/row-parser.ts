import { unwrap } from 'shared-auth/envelope'
import { CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './bytes'
import { ColumnBlocks, OpenColumn } from './column-block'
import { INCOMPLETE, JsonTokenizer } from './json-tokenizer'
import { textOf, utf8 } from './utf8'

/** Names of fields that are recognised by their bytes; any more are decoded each time. */
const MOST_NAMES = 200

/** The name of a field as it stands in the JSON, and the column that its values go to. */
interface FieldName {
  quoted: Uint8Array
  column: OpenColumn
  /** The name that came after it in the last row: rows of one response are written alike. */
  next: FieldName | undefined
}

/**
 * Reads a response's rows from its bytes as they come, wherever they are cut (D1, D6): the fields asked for are kept,
 * missing ones are empty, and an element that is not an object is dropped. Throws on a response that is not as agreed.
 */
export class RowParser {
  readonly cells: ColumnBlocks
  /** Elements of the list that were no objects. */
  dropped = 0
  private readonly scratch = new OpenColumn()
  private readonly names = new Map<string, FieldName>()
  private lastName: FieldName | undefined
  private stage: 'head' | 'rows' | 'tail' = 'head'
  /** What has been read and not yet understood: that many bytes. It is used again, so that no copies are left behind. */
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

  /** Takes the next bytes. */
  push(chunk: Uint8Array): void {
    const bytes = this.append(chunk)
    const json = new JsonTokenizer(bytes)
    let understood = 0
    for (const column of [...this.cells.open, this.scratch]) column.reserve(bytes.length)
    try {
      if (this.stage === 'head') {
        json.skipByteOrderMark()
        const begin = json.at
        this.findRows(json)
        this.head = textOf(bytes.subarray(begin, json.at))
        this.stage = 'rows'
        understood = json.at
      }
      while (this.stage === 'rows') {
        this.readElement(json)
        understood = json.at
      }
    } catch (reason) {
      if (reason !== INCOMPLETE) throw reason
    }
    this.buffer.copyWithin(0, understood, this.unread)
    this.unread -= understood
  }

  /** @returns all that has not been understood, and a 0 after it */
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

  /** Checks that the response is complete; nothing comes after this. */
  finish(): void {
    if (this.stage !== 'tail') throw new SyntaxError('The response ends before its rows do.')
    const payload = unwrap(JSON.parse(`${this.head}]${textOf(this.buffer.subarray(0, this.unread))}`))
    if (!Array.isArray(payload)) throw new SyntaxError('The response holds no list of rows.')
  }

  /** Goes to the first byte after the bracket that opens the list: that of `data`, or of the `data` in it (D1). */
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
    if (json.peek() !== QUOTE) json.refuse()
    const begin = json.at
    json.skipValue(this.scratch)
    const name: string = JSON.parse(textOf(json.bytes.subarray(begin, json.at)))
    json.expect(COLON)
    return name
  }

  /** Reads an element of the list with the comma or bracket after it, or throws and has read nothing. */
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
    if (isRow) this.cells.keepRow()
    else this.dropped++
    if (isLast) this.closeList(json)
  }

  private closeList(json: JsonTokenizer): void {
    json.at++
    this.stage = 'tail'
  }

  private readRow(json: JsonTokenizer): void {
    json.at++
    if (json.skips(CLOSE_OBJECT)) return
    do {
      const column = this.readField(json)
      json.readValue(column)
    } while (json.skips(COMMA))
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
    const added = { quoted: utf8(JSON.stringify(name)), column, next: undefined }
    if (this.names.size < MOST_NAMES) this.names.set(name, added)
    return added
  }
}

function startsWith({ bytes, at }: JsonTokenizer, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return false
  return true
}
