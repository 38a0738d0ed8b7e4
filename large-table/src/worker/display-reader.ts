import { cellText, type DisplayedField } from '../cell-display'
import { CellReader, type ColumnBlocks, Kind, kindOf } from './column-block'
import { utf8 } from './utf8'

/** Points at one cell of a column at a time, as the screen shows it. */
export class DisplayReader extends CellReader {
  private readonly replaces: boolean
  private readonly map: readonly { kind: number; value: Uint8Array; displayed: Uint8Array }[]
  private readonly fallback: Uint8Array | undefined

  constructor(cells: ColumnBlocks, { field, display: { map = [], fallback } = {} }: DisplayedField) {
    super(cells.blocksOf(field))
    this.replaces = map.length > 0 || fallback !== undefined
    this.map = map.map(([cell, { text }]) => ({
      kind: kindOf(cell),
      value: utf8(cellText(cell)),
      displayed: utf8(text),
    }))
    this.fallback = fallback && utf8(fallback.text)
  }

  override read(row: number): void {
    super.read(row)
    if (this.replaces) this.replace()
  }

  private replace(): void {
    const displayed = this.displayedInstead()
    if (displayed === undefined) return
    this.bytes = displayed
    this.start = 0
    this.end = displayed.length
    this.kind = Kind.text
  }

  private displayedInstead(): Uint8Array | undefined {
    const { map } = this
    // Neither `find` nor an iterator: both are slow for every cell until this has been compiled.
    for (let index = 0; index < map.length; index++) {
      const { kind, value, displayed } = map[index] as (typeof map)[number]
      if (this.holds(kind, value)) return displayed
    }
    return this.fallback
  }
}
