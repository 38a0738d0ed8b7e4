import { plainNumber } from './numeric-text'
import type { Cell } from './parse-rows'

/** By which column, named by its header, and which way the rows are ordered. */
export interface Order {
  header: string
  direction: 1 | -1
}

/** The order of text: as Spanish has it, numbers within it by size. */
export const collator = new Intl.Collator('es', { numeric: true })

/**
 * Orders rows by one value: numbers, and text that reads as one, by size; then other text as Spanish has it;
 * empty cells last in both directions. Rows that are equal keep their places.
 *
 * @returns a new array
 */
export function orderRows<R>(rows: readonly R[], value: (row: R) => Cell, direction: Order['direction']): R[] {
  const entries = rows.map((row) => ({ row, key: sortKey(value(row)) }))
  const filled = entries.filter(({ key }) => key !== null)
  const empty = entries.filter(({ key }) => key === null)
  filled.sort((a, b) => direction * compareKeys(a.key, b.key))
  return [...filled, ...empty].map(({ row }) => row)
}

/**
 * The first row of the page to show: the one asked for or, where the rows have become fewer, that of the last page.
 *
 * @param first index of the first row of the page asked for
 * @param size rows per page
 * @param total how many rows there are
 */
export function clampFirst(first: number, size: number, total: number): number {
  const lastPage = Math.max(0, Math.ceil(total / size) - 1)
  return Math.min(first, lastPage * size)
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
