import { NUMBER_SEPARATORS, searchableText } from '../search-text'
import { ByteWriter } from './byte-writer'
import { LINE_FEED, MINUS, NINE, ZERO } from './bytes'
import type { CellReader } from './column-block'
import { createFoldTable } from './fold-table'
import { decodeUtf8 } from './utf8'

/** The part of a written number that a byte may be. `SEPARATOR` is the next bit after `DIGIT`. */
const DIGIT = 1
const SEPARATOR = 2

/** Writes the searchable texts of cells, one after the other, each as by `searchableText` and with a line feed. */
export class SearchWriter extends ByteWriter {
  /** The number of bytes beyond one per UTF-16 unit. */
  private surplus = 0
  private readonly folded = createFoldTable()
  private readonly numberParts = numberParts()

  /** The length of the written text, in UTF-16 units. */
  get textLength(): number {
    return this.length - this.surplus
  }

  /** Writes the text of the cell that the reader is at. */
  add(cells: CellReader): void {
    const { bytes: source, start, end } = cells
    const { folded, numberParts } = this
    this.reserve(end - start + 1)
    const target = this.bytes
    let to = this.length
    let previous = 0
    let isSeparated = 0
    for (let at = start; at < end; at++) {
      const byte = source[at] as number
      const code =
        byte < 0x80 ? byte : (byte & 0xe0) === 0xc0 ? ((byte & 0x1f) << 6) | ((source[++at] as number) & 0x3f) : 0
      const character = folded[code] as number
      if (character === 0) {
        this.addText(cells.text())
        return
      }
      target[to++] = character
      const part = numberParts[character] as number
      isSeparated |= part & (previous << 1)
      previous = part
    }
    if (isSeparated !== 0 && !this.hasDate(to)) {
      this.addText(cells.text())
      return
    }
    target[to++] = LINE_FEED
    this.length = to
  }

  /** Returns the written text, and starts the next one. */
  takeText(): string {
    this.surplus = 0
    return decodeUtf8(this.take())
  }

  private addText(text: string): void {
    const searchable = `${searchableText(text)}\n`
    this.surplus += this.write(searchable) - searchable.length
  }

  /**
   * Returns whether the text from `length` to `end` starts with a date: its digits and hyphens are at their places, and
   * neither follows.
   */
  private hasDate(end: number): boolean {
    const { bytes, length } = this
    if (end - length < 10) return false
    for (let place = 0; place < 10; place++) {
      const byte = bytes[length + place] as number
      const isHyphen = place === 4 || place === 7
      if (isHyphen ? byte !== MINUS : byte < ZERO || byte > NINE) return false
    }
    if (end - length === 10) return true
    const next = bytes[length + 10] as number
    return next !== MINUS && (next < ZERO || next > NINE)
  }
}

function numberParts(): Uint8Array {
  const parts = new Uint8Array(0x80).fill(DIGIT, ZERO, NINE + 1)
  for (const separator of NUMBER_SEPARATORS) parts[separator.charCodeAt(0)] = SEPARATOR
  return parts
}
