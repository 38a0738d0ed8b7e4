import { ExactSum, type Sum } from '../exact-sum'
import { Kind } from './column-block'
import type { DisplayReader } from './display-reader'
import { addCell, numberOf } from './number-keys'

/** The sums of the cells of a column in numbered groups. */
export class GroupSums {
  /** The sums of safe integers, as long as they are safe. */
  private readonly small: Float64Array
  /** Those of other cells. */
  private readonly exact = new Map<number, ExactSum>()

  /** @param capacity maximum number of groups; untouched memory costs nothing */
  constructor(
    private readonly cells: DisplayReader,
    capacity: number,
  ) {
    this.small = new Float64Array(capacity)
  }

  add(row: number, group: number): void {
    const { cells, small } = this
    cells.read(row)
    if (cells.start === cells.end) return
    const value = cells.kind === Kind.number ? numberOf(cells) : undefined
    const sum = Number.isSafeInteger(value) ? (small[group] as number) + Number(value) : undefined
    if (sum !== undefined && Number.isSafeInteger(sum)) small[group] = sum
    else addCell(this.exactOf(group), cells)
  }

  of(group: number): Sum {
    const total = this.small[group] as number
    const exact = this.exact.get(group)
    if (!exact) return { total, notNumbers: 0 }
    exact.addNumber(total)
    this.small[group] = 0
    return exact.sum
  }

  private exactOf(group: number): ExactSum {
    const exact = this.exact.get(group) ?? new ExactSum()
    this.exact.set(group, exact)
    return exact
  }
}
