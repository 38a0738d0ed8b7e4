import { parseNumber } from '@canje/shared-auth/json'
import type { ExactSum } from '../exact-sum'
import { plainNumber } from '../numeric-text'
import { compareNumbers } from '../order-rows'
import { MINUS, POINT, ZERO } from './bytes'
import { Kind } from './column-block'
import type { DisplayReader } from './display-reader'
import { pick, RadixKeys, radixSort } from './radix-sort'

/** Numbers with up to this many digits stay exact when they are computed digit by digit. */
const EXACT_DIGITS = 15

/** Sort keys of the rows with a number or a numeric text. */
export class NumberKeys {
  private readonly keys: RadixKeys
  private readonly rows: Uint32Array
  private readonly value = new Float64Array(1)
  private readonly halves = new Uint32Array(this.value.buffer)

  /**
   * @param cells the column to sort by
   * @param capacity maximum number of rows
   */
  constructor(
    private readonly cells: DisplayReader,
    capacity: number,
  ) {
    this.keys = new RadixKeys(capacity)
    this.rows = new Uint32Array(capacity)
  }

  /** Adds the row that the reader is at if its cell is numeric. @returns whether it is */
  tryAdd(row: number): boolean {
    const value = numberOf(this.cells)
    if (value === undefined) return false
    this.rows[this.keys.count] = row
    this.addKey(Number(value))
    return true
  }

  /** @returns the added rows, sorted numerically */
  sorted(): Uint32Array {
    return pick(
      this.rows,
      radixSort(this.keys, (sorted, from, to) => this.sortEqual(sorted, from, to)),
    )
  }

  /** Sorts large integers, of which several have the same double. */
  private sortEqual(sorted: Uint32Array, from: number, to: number): void {
    if (typeof this.numberAt(sorted[from] as number) !== 'bigint') return
    const equal = sorted.subarray(from, to)
    const entries = Array.from(equal, (key) => ({ key, value: this.numberAt(key) ?? 0 }))
    entries.sort((one, other) => compareNumbers(one.value, other.value))
    entries.forEach(({ key }, index) => {
      equal[index] = key
    })
  }

  private numberAt(key: number): number | bigint | undefined {
    this.cells.read(this.rows[key] as number)
    return numberOf(this.cells)
  }

  /** Maps the bits of a float to an order-preserving key: 28 bits, then 27 and a flag for more, then 9. */
  private addKey(value: number): void {
    // Turns -0 into 0.
    this.value[0] = value + 0
    const isNegative = value < 0
    const high = (this.halves[1] as number) ^ (isNegative ? -1 : 1 << 31)
    const low = (this.halves[0] as number) ^ (isNegative ? -1 : 0)
    const last = low & 511
    const middle = (((high & 15) << 23) | (low >>> 9)) * 2 + (last > 0 ? 1 : 0)
    this.keys.add(high >>> 4)
    if (middle > 0) this.keys.add(middle)
    if (last > 0) this.keys.add(last)
    this.keys.end()
  }
}

/** Adds the cell that a reader is at to a sum. */
export function addCell(sum: ExactSum, cells: DisplayReader): void {
  const value = cells.kind === Kind.number ? numberOf(cells) : undefined
  if (value === undefined) sum.add(cells.cell())
  else sum.addNumber(value)
}

/** Returns the number of a cell that is a number or a plain number as text; undefined for other cells. */
function numberOf(cells: DisplayReader): number | bigint | undefined {
  const { bytes, end, kind } = cells
  const isNegative = bytes[cells.start] === MINUS
  const start = isNegative ? cells.start + 1 : cells.start
  let value = 0
  let point = end
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte >= ZERO && byte <= ZERO + 9) value = value * 10 + byte - ZERO
    else if (byte === POINT && point === end && at > start) point = at
    else return kind === Kind.number ? (parseNumber(cells.text()) ?? undefined) : undefined
  }
  if (point === end - 1 || start === end) return undefined
  if (end - start > EXACT_DIGITS) return plainNumber(cells.text())
  if (point < end) value /= 10 ** (end - 1 - point)
  return isNegative ? -value : value
}
