import { cellText, type Shown } from '../rows/columns'
import { type CellBlocks, CellReader, Kind, kindOf } from './cell-blocks'
import { utf8 } from './utf8'

/** Points at one cell of a column at a time, as the screen shows it. */
export class ShownCells extends CellReader {
  private readonly replaces: boolean
  private readonly texts: readonly { kind: number; value: Uint8Array; shown: Uint8Array }[]
  private readonly otherwise: Uint8Array | undefined

  constructor(cells: CellBlocks, { field, texts = [], otherwise }: Shown) {
    super(cells.blocksOf(field))
    this.replaces = texts.length > 0 || otherwise !== undefined
    this.texts = texts.map(([cell, text]) => ({ kind: kindOf(cell), value: utf8(cellText(cell)), shown: utf8(text) }))
    this.otherwise = otherwise === undefined ? undefined : utf8(otherwise)
  }

  override read(row: number): void {
    super.read(row)
    if (this.replaces) this.replace()
  }

  private replace(): void {
    const shown = this.shownInstead()
    if (shown === undefined) return
    this.bytes = shown
    this.start = 0
    this.end = shown.length
    this.kind = Kind.text
  }

  private shownInstead(): Uint8Array | undefined {
    const { texts } = this
    // Neither `find` nor an iterator: both are slow for every cell until this has been compiled.
    for (let index = 0; index < texts.length; index++) {
      const { kind, value, shown } = texts[index] as (typeof texts)[number]
      if (this.holds(kind, value)) return shown
    }
    return this.otherwise
  }
}
