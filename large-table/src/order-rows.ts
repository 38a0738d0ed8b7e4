import { plainNumber } from './numeric-text'
import type { Cell } from './parse-rows'
import type { Direction } from './row-store'

/** The order of text: as Spanish has it, numbers within it by size. */
export const collator = new Intl.Collator('es', { numeric: true })

/**
 * Orders rows by one value: numbers, and text that reads as one, by size; then other text as Spanish has it;
 * empty cells last in both directions. Rows that are equal keep their places.
 *
 * @returns a new array
 */
export function orderRows<R>(rows: readonly R[], value: (row: R) => Cell, direction: Direction): R[] {
  const entries = rows.map((row) => ({ row, key: sortKey(value(row)) }))
  const filled = entries.filter(({ key }) => key !== null)
  const empty = entries.filter(({ key }) => key === null)
  filled.sort((a, b) => direction * compareKeys(a.key, b.key))
  return [...filled, ...empty].map(({ row }) => row)
}

type SortKey = number | string | null

function sortKey(cell: Cell): SortKey {
  if (cell === null || cell === '') return null
  if (typeof cell === 'number') return cell
  const text = String(cell)
  return plainNumber(text) ?? text
}

function compareKeys(a: SortKey, b: SortKey): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'number') return -1
  if (typeof b === 'number') return 1
  return collator.compare(String(a), String(b))
}
