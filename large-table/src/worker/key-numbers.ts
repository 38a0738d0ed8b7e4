import type { KeyFields } from '../row-key'
import { CellReader, ColumnBlocks, Kind, type OpenColumn } from './column-block'
import { ColumnValues } from './column-values'

/** The first byte of each part of a key. UTF-8 has no such bytes. */
const Part = { value: 0xf8, text: 0xf9, withoutId: 0xfa } as const

/** Numbers the keys of rows, see `rowKey`. They are a column of bytes, because a text of each takes four times as long. */
export class KeyNumbers {
  private readonly keys = new ColumnBlocks(['key'])
  private readonly values: ColumnValues
  private readonly id: CellReader
  private readonly text: CellReader
  private readonly further: readonly CellReader[]

  constructor(cells: ColumnBlocks, { field, textKey = '', further = [] }: KeyFields) {
    const readerOf = (one: string) => new CellReader(cells.blocksOf(one))
    this.values = new ColumnValues(this.keys, { field: 'key' }, cells.count)
    this.id = readerOf(field)
    this.text = readerOf(textKey)
    this.further = further.map(readerOf)
  }

  /** Returns the number of a row's key, below the number of rows. */
  numberOf(row: number): number {
    while (this.keys.count <= row) this.addKey(this.keys.count)
    return this.values.idAt(row)
  }

  private addKey(row: number): void {
    const { id, text, further } = this
    id.read(row)
    text.read(row)
    if (id.start < id.end) this.addCell(id)
    else this.addPart(text, Part.withoutId)
    for (let index = 0; index < further.length; index++) {
      const cells = further[index] as CellReader
      cells.read(row)
      this.addCell(cells)
    }
    this.keys.commitRow()
  }

  /** Adds a `cellKey`: a number and a text of the same digits are two cells. */
  private addCell(cells: CellReader): void {
    this.addPart(cells, cells.kind === Kind.text ? Part.text : Part.value)
  }

  private addPart({ bytes, start, end }: CellReader, part: number): void {
    const column = this.keys.open[0] as OpenColumn
    let to = column.end
    column.reserve(to - column.start + 1 + end - start)
    const target = column.bytes
    target[to++] = part
    for (let at = start; at < end; at++) target[to++] = bytes[at] as number
    column.end = to
  }
}
