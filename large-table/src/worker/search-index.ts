import type { DisplayedField } from '../cell-display'
import { BLOCK_ROWS, type ColumnBlocks } from './column-block'
import { DisplayReader } from './display-reader'
import { SearchWriter } from './search-writer'

/** The searchable texts of consecutive rows, one after the other. */
export interface SearchBlock {
  readonly text: string
  /** The end of each row in the text. */
  readonly ends: Uint32Array
}

/** Returns the searchable text of a row of a block. */
export function searchTextOf({ text, ends }: SearchBlock, row: number): string {
  return text.slice(row === 0 ? 0 : ends[row - 1], ends[row])
}

/** The searchable texts of the rows, in blocks that are prepared when they are needed. */
export class SearchIndex {
  private readonly columns: readonly DisplayReader[]
  private readonly blocks: SearchBlock[] = []
  private readonly writer = new SearchWriter()

  constructor(cells: ColumnBlocks, columns: readonly DisplayedField[]) {
    this.columns = columns.map((column) => new DisplayReader(cells, column))
  }

  /**
   * Returns a block.
   *
   * @param rows the number of rows in it: the last block has fewer, and more later while rows arrive
   */
  block(index: number, rows: number): SearchBlock {
    let block = this.blocks[index]
    if (block?.ends.length !== rows) {
      block = this.write(index * BLOCK_ROWS, rows)
      this.blocks[index] = block
    }
    return block
  }

  private write(first: number, rows: number): SearchBlock {
    const { columns, writer } = this
    const ends = new Uint32Array(rows)
    for (let row = 0; row < rows; row++) {
      // Until this code is compiled, an iterator per row would become garbage.
      for (let index = 0; index < columns.length; index++) {
        const cells = columns[index] as DisplayReader
        cells.read(first + row)
        writer.add(cells)
      }
      ends[row] = writer.textLength
    }
    return { text: writer.takeText(), ends }
  }
}
