import type { Direction } from '../query'
import { CollationKeys } from './collation-keys'
import type { DisplayReader } from './display-reader'
import { NumberKeys } from './number-keys'

/**
 * Sorts rows by one column, with the same result as `orderRows`.
 *
 * @param rows their numbers
 * @returns the sorted row numbers
 */
export function sortRows(cells: DisplayReader, rows: Uint32Array, direction: Direction): Uint32Array {
  const count = rows.length
  const numbers = new NumberKeys(cells, count)
  const texts = new CollationKeys(cells, rows)
  const empty: number[] = []
  // A descending sort adds rows backwards and reverses the result, so it is stable too.
  const from = direction === 1 ? 0 : count - 1
  for (let done = 0, place = from; done < count; done++, place += direction) {
    const row = rows[place] as number
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
