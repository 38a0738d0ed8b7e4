import type { DisplayedField } from '../cell-display'
import type { ColumnBlocks } from './column-block'
import { DisplayReader } from './display-reader'
import { NEW, StringDictionary } from './string-dictionary'

/** The distinct displayed texts of a column, numbered, and the number of each row's text. */
export class ColumnValues extends StringDictionary {
  /** @param capacity maximum number of rows; untouched memory costs nothing */
  constructor(cells: ColumnBlocks, column: DisplayedField, capacity: number) {
    super(new DisplayReader(cells, column), new Uint32Array(capacity))
  }

  /** Returns the number of a row's text. */
  idAt(row: number): number {
    this.addRows(row + 1)
    return this.ids[row] as number
  }

  /** Adds the next rows, up to a row number. */
  addRows(end: number): void {
    for (let row = this.rowCount; row < end; row++) {
      this.cells.read(row)
      const known = this.find(row)
      const id = known === NEW ? this.count : known
      if (known === NEW) this.firstRows[id] = row
      this.add(id)
    }
  }

  text(id: number): string {
    this.cells.read(this.firstRows[id] as number)
    return this.cells.text()
  }
}
