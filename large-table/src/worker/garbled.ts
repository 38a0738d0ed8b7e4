import { BLOCK_ROWS, type ColumnBlocks } from './column-block'
import { isUtf8 } from './utf8'

/** Whether some cells are no text in UTF-8, step by step. */
export function* areGarbled(cells: ColumnBlocks): Generator<undefined, boolean> {
  for (const field of cells.fields) {
    for (const [index, { bytes, ends }] of cells.blocksOf(field).entries()) {
      const rows = Math.min(BLOCK_ROWS, cells.count - index * BLOCK_ROWS)
      if (!isUtf8(bytes.subarray(0, ends[rows - 1] ?? 0))) return true
      yield
    }
  }
  return false
}
