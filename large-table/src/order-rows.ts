import { plainNumber } from './numeric-text'
import type { Cell } from './parse-rows'
import type { Direction } from './query'

/** Spanish collation, with numbers within text compared numerically. */
export const collator = new Intl.Collator('es', { numeric: true })

/**
 * Sorts rows by one value: numbers and numeric text numerically, then other text by Spanish collation. Empty cells are last
 * in both directions. The sort is stable.
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

type SortKey = number | bigint | string | null

function sortKey(cell: Cell): SortKey {
  if (cell === null || cell === '') return null
  if (typeof cell === 'string') return plainNumber(cell) ?? cell
  return typeof cell === 'boolean' ? String(cell) : cell
}

function compareKeys(a: SortKey, b: SortKey): number {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b)
  if (isNumber(a)) return -1
  if (isNumber(b)) return 1
  return collator.compare(String(a), String(b))
}

/** Compares numbers exactly. */
export function compareNumbers(a: number | bigint, b: number | bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function isNumber(key: SortKey): key is number | bigint {
  return typeof key === 'number' || typeof key === 'bigint'
}
