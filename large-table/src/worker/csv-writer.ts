import type { CsvColumn } from '../cell-display'
import { type CellPlace, escapeFormula, needsQuotes } from '../csv-injection'
import { COMMA, LINE_FEED, NINE, PLUS, RETURN, SPACE, ZERO } from './bytes'
import { type ColumnBlocks, Kind } from './column-block'
import { DisplayReader } from './display-reader'
import { writeText } from './utf8'

/** Bytes that may call for quotes or an apostrophe wherever they stand; 0xEF begins a byte order mark. */
const QUOTED = flagged(',"\r\n;\t\u00EF')
/** Bytes that may begin what `escapeFormula` looks for at the beginning of a text: a sign, or a character skipped before it. */
const GUARDED_START = flagged('=+-@ \x7F\xC2\xCD\xD8\xDB\xDC\xE0\xE1\xE2\xE3\xEF\xF0\xF3')
GUARDED_START.fill(1, 0, SPACE)

/** Bytes of a part: the browser is waited for with each. */
const PART = 4 * 1024 * 1024
/** To move to larger room takes time: there is enough for as many lines, of the usual length, as are added at a time. */
const ROOM = 4 * 1024 * 1024
const USUAL_LINE = 512

/** Writes rows as `toCsv` does, but as bytes and part by part. */
export class CsvWriter {
  private bytes: Uint8Array<ArrayBuffer>
  private length = 0
  private readonly columns: readonly DisplayReader[]

  /** Begins a file with the line of the headers, after the byte order mark. */
  constructor(cells: ColumnBlocks, columns: readonly CsvColumn[]) {
    this.columns = columns.map((column) => new DisplayReader(cells, column))
    this.bytes = new Uint8Array(Math.min(PART + ROOM, USUAL_LINE * cells.count))
    this.write(
      `\uFEFF${columns.map(({ header }, index) => quoted(escapeFormula(header, this.placeOf(index)))).join(',')}`,
    )
  }

  /** There are enough bytes for a part. */
  get isFull(): boolean {
    return this.length >= PART
  }

  /** Adds the lines of some rows, each after a line break. */
  addLines(rows: Uint32Array): void {
    for (let place = 0; place < rows.length; place++) this.addLine(rows[place] as number)
  }

  // Apart from the loop and without iterators, it is compiled sooner: 100,000 rows take a tenth less.
  private addLine(row: number): void {
    const { columns } = this
    this.reserve(2)
    this.bytes[this.length++] = RETURN
    this.bytes[this.length++] = LINE_FEED
    for (let index = 0; index < columns.length; index++) {
      const cells = columns[index] as DisplayReader
      cells.read(row)
      this.reserve(cells.end - cells.start + 1)
      this.writeCell(cells, index)
      this.bytes[this.length++] = COMMA
    }
    // In place of the last comma.
    this.length--
  }

  /** @returns what has been written since the last part; it is overwritten by the next lines */
  takePart(): Uint8Array<ArrayBuffer> {
    const part = this.bytes.subarray(0, this.length)
    this.length = 0
    return part
  }

  private writeCell(cells: DisplayReader, column: number): void {
    const { bytes: source, start, end, kind } = cells
    if (start === end) return
    const target = this.bytes
    let to = this.length
    let flags = (QUOTED[source[start] as number] as number) | (source[end - 1] === SPACE ? 1 : 0)
    for (let from = start; from < end; from++) {
      const byte = source[from] as number
      flags |= QUOTED[byte] as number
      target[to++] = byte
    }
    const isGuarded =
      GUARDED_START[source[start] as number] !== 0 &&
      (column === 0 || (kind === Kind.text && !isPhone(source, start, end)))
    if (flags !== 0 || isGuarded) this.writeUnusual(cells, column)
    else this.length = to
  }

  private writeUnusual(cells: DisplayReader, column: number): void {
    const text = cells.text()
    const isEscaped = column === 0 || cells.kind === Kind.text
    this.write(quoted(isEscaped ? escapeFormula(text, this.placeOf(column)) : text))
  }

  private placeOf(column: number): CellPlace {
    return { isFirst: column === 0, isLast: column === this.columns.length - 1 }
  }

  private write(text: string): void {
    // Three bytes per unit at most.
    this.reserve(3 * text.length)
    this.length += writeText(text, this.bytes.subarray(this.length))
  }

  private reserve(count: number): void {
    if (this.bytes.length >= this.length + count) return
    const grown = new Uint8Array(2 * (this.length + count))
    grown.set(this.bytes.subarray(0, this.length))
    this.bytes = grown
  }
}

function quoted(text: string): string {
  return needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** True for a plus and 7 to 15 digits, the usual text that begins as a formula does and is none. */
function isPhone(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] !== PLUS || end - start < 8 || end - start > 16) return false
  for (let at = start + 1; at < end; at++) {
    if ((bytes[at] as number) < ZERO || (bytes[at] as number) > NINE) return false
  }
  return true
}

function flagged(characters: string): Uint8Array {
  const flags = new Uint8Array(0x100)
  for (const character of characters) flags[character.charCodeAt(0)] = 1
  return flags
}
