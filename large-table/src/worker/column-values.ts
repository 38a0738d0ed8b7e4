import type { DisplayedField } from '../cell-display'
import { sameText } from '../same-text'
import { type ColumnBlocks, rowNumbers } from './column-block'
import { DisplayReader } from './display-reader'
import { NEW, StringDictionary } from './string-dictionary'
import { isUsualText } from './usual-text'
import { encodeUtf8 } from './utf8'

/** The distinct displayed texts of a column, numbered, and the number of each row's text. */
export class ColumnValues {
  private readonly cells: DisplayReader
  /** The first row of each text. */
  private readonly firstRows: Uint32Array
  private readonly dictionary: StringDictionary
  /** The numbers of the texts that may be the same as others. */
  private readonly unusual: number[] = []

  /** @param capacity maximum number of rows; untouched memory costs nothing */
  constructor(
    cells: ColumnBlocks,
    column: DisplayedField,
    readonly capacity: number,
  ) {
    this.cells = new DisplayReader(cells, column)
    this.firstRows = new Uint32Array(capacity)
    this.dictionary = new StringDictionary(this.cells, this.firstRows)
  }

  /** The number of distinct texts of the added rows. */
  get count(): number {
    return this.dictionary.texts
  }

  /** The number of added rows. */
  get rowCount(): number {
    return this.dictionary.count
  }

  /** The number of each added row's text. */
  get ids(): Uint32Array {
    return this.dictionary.stringIds
  }

  /** Returns the number of a row's text. */
  idAt(row: number): number {
    this.addRows(row + 1)
    return this.ids[row] as number
  }

  /** Adds the next rows, up to a row number. */
  addRows(end: number): void {
    const { cells, dictionary, firstRows } = this
    for (let row = dictionary.count; row < end; row++) {
      cells.read(row)
      const known = dictionary.find(row)
      const id = known === NEW ? dictionary.texts : known
      if (known === NEW) {
        firstRows[id] = row
        if (!isUsualText(cells.bytes, cells.start, cells.end)) this.unusual.push(id)
      }
      dictionary.add(id)
    }
  }

  text(id: number): string {
    this.cells.read(this.firstRows[id] as number)
    return this.cells.text()
  }

  /** Returns for each added text the number of the one that stands for it and its equals (D48, comparing texts). */
  sameIds(): Uint32Array {
    const ids = rowNumbers(0, this.count)
    /** The numbers that stand for texts that no row has in the form of `sameText`, by that form. */
    const forms = new Map<string, number>()
    for (const id of this.unusual) {
      const text = sameText(this.text(id))
      const bytes = encodeUtf8(text)
      const known = this.dictionary.findBytes(bytes, 0, bytes.length)
      ids[id] = known === NEW ? (forms.get(text) ?? id) : known
      forms.set(text, ids[id] as number)
    }
    return ids
  }
}
