import { cellText, type DisplayedField } from '../cell-display'
import { CellReader, type ColumnBlocks, Kind, kindOf } from './column-block'
import { encodeUtf8 } from './utf8'

/** A cursor over the displayed cells of a column. */
export class DisplayReader extends CellReader {
  private readonly hasDisplay: boolean
  private readonly map: readonly { kind: number; value: Uint8Array; displayed: Uint8Array }[]
  private readonly fallback: Uint8Array | undefined

  constructor(cells: ColumnBlocks, { field, display: { map = [], fallback } = {} }: DisplayedField) {
    super(cells.blocksOf(field))
    this.hasDisplay = map.length > 0 || fallback !== undefined
    this.map = map.map(([cell, { text }]) => ({
      kind: kindOf(cell),
      value: encodeUtf8(cellText(cell)),
      displayed: encodeUtf8(text),
    }))
    this.fallback = fallback && encodeUtf8(fallback.text)
  }

  override read(row: number): void {
    super.read(row)
    if (this.hasDisplay) this.replace()
  }

  private replace(): void {
    const displayed = this.replacement()
    if (displayed === undefined) return
    this.bytes = displayed
    this.start = 0
    this.end = displayed.length
    this.kind = Kind.text
  }

  private replacement(): Uint8Array | undefined {
    const { map } = this
    // `find` and iterators are slow until this code is compiled.
    for (let index = 0; index < map.length; index++) {
      const { kind, value, displayed } = map[index] as (typeof map)[number]
      if (kind === this.kind && this.hasBytes(value, 0, value.length)) return displayed
    }
    return this.fallback
  }
}
