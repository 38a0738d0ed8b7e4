import type { DisplayedField } from '../cell-display'
import type { ColumnBlocks } from './column-block'
import { DisplayReader } from './display-reader'
import { NEW, StringDictionary } from './string-dictionary'

/** The distinct displayed texts of a column, numbered, and the number of each row's text. */
export class ColumnValues {
  private readonly cells: DisplayReader
  /** The first row of each text. */
  private readonly firstRows: Uint32Array
  private readonly dictionary: StringDictionary

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
      if (known === NEW) firstRows[id] = row
      dictionary.add(id)
    }
  }

  text(id: number): string {
    this.cells.read(this.firstRows[id] as number)
    return this.cells.text()
  }
}
