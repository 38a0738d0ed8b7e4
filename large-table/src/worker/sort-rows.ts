import type { Direction } from '../query'
import { CollationKeys } from './collation-keys'
import type { DisplayReader } from './display-reader'
import { NumberKeys } from './number-keys'

/**
 * Sorts all rows by one column, with the same result as `orderRows`.
 *
 * @returns the sorted row numbers
 */
export function sortRows(cells: DisplayReader, count: number, direction: Direction): Uint32Array {
  const numbers = new NumberKeys(cells, count)
  const texts = new CollationKeys(cells, count)
  const empty: number[] = []
  // A descending sort adds rows backwards and reverses the result, so it is stable too.
  const from = direction === 1 ? 0 : count - 1
  for (let done = 0, row = from; done < count; done++, row += direction) {
    cells.read(row)
    if (cells.start === cells.end) empty.push(row)
    else if (!numbers.tryAdd(row)) texts.add(row)
  }
  const sorted = new Uint32Array(count)
  const filled = sorted.subarray(0, count - empty.length)
  const ordered = numbers.sorted()
  filled.set(ordered)
  filled.set(texts.sorted(), ordered.length)
  if (direction === -1) {
    filled.reverse()
    empty.reverse()
  }
  sorted.set(empty, filled.length)
  return sorted
}
