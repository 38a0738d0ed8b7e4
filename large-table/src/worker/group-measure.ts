import { type DayRange, dayRange } from '../calendar-day'
import { ExactSum, type Sum } from '../exact-sum'
import type { Measure } from '../row-store'
import { CellReader, type ColumnBlocks } from './column-block'
import { DisplayReader } from './display-reader'
import { KeyNumbers } from './key-numbers'
import { addCell } from './number-keys'
import { dayOf } from './row-test'

/** A figure of each group, see `Measure`: it reads each row, then adds it to the row's group. */
export class GroupMeasure {
  /** The measure takes the cell of the last row. */
  isTaken = false
  /** The cell of the last row lacks its date. */
  isUndated = false
  /** The last row has a date. */
  hasDay = false
  /** The sum, or the count, of each group and of all rows. */
  private readonly groups: ExactSum[] = []
  readonly total = new ExactSum()
  private readonly cells: DisplayReader
  /** The days of the cells that it takes; undefined for all. */
  readonly range: DayRange | undefined
  private readonly dates: DisplayReader | undefined
  /** Replaces an empty cell. */
  private readonly text: CellReader | undefined
  private readonly beside: readonly CellReader[] | undefined
  private readonly isSum: boolean
  private readonly things: KeyNumbers | undefined
  /** The number of the last row's thing; undefined where other rows do not repeat the cell. */
  private thing: number | undefined
  /** The first group of each thing, from 1. */
  private readonly firstGroups: Uint32Array
  /** The other groups of things, with the thing as a number each. */
  private readonly otherGroups = new Set<number>()

  constructor(blocks: ColumnBlocks, measure: Measure) {
    const { field, isSum = false, dates, days, once } = measure
    this.isSum = isSum
    const readerOf = (one: string) => new CellReader(blocks.blocksOf(one))
    this.cells = new DisplayReader(blocks, measure)
    this.range = days && dayRange(days)
    this.dates = dates && new DisplayReader(blocks, dates)
    this.text = once?.key.field === field && once.key.textKey ? readerOf(once.key.textKey) : undefined
    this.beside = once?.beside?.map(readerOf)
    this.things = once && new KeyNumbers(blocks, once.key)
    this.firstGroups = new Uint32Array(once ? blocks.count : 0)
  }

  read(row: number): void {
    const { cells, text, dates, range } = this
    this.thing = undefined
    const hasCell = isFilled(cells, row) || (text !== undefined && isFilled(text, row))
    this.isTaken = hasCell
    if (range) {
      dates?.read(row)
      const day = dates && dayOf(dates)
      this.hasDay = day !== undefined
      this.isUndated = hasCell && day === undefined
      this.isTaken = hasCell && day !== undefined && day >= range.from && day <= range.to
    }
    if (this.isTaken && this.isRepeated(row)) this.thing = this.things?.numberOf(row)
  }

  /** Adds the cell of the last row to its group and to all rows, unless an earlier row added it for the same thing. */
  add(group: number): void {
    const { thing, firstGroups, otherGroups, total } = this
    this.groups[group] ??= new ExactSum()
    if (!this.isTaken) return
    const first = thing === undefined ? 0 : (firstGroups[thing] as number)
    if (first === 0) this.addTo(total)
    if (first === group + 1) return
    if (thing !== undefined) {
      const place = group * firstGroups.length + thing
      if (otherGroups.has(place)) return
      if (first === 0) firstGroups[thing] = group + 1
      else otherGroups.add(place)
    }
    this.addTo(this.groups[group])
  }

  sumOf(group: number): Sum {
    return (this.groups[group] as ExactSum).sum
  }

  private addTo(sum: ExactSum): void {
    if (this.isSum) addCell(sum, this.cells)
    else sum.addNumber(1)
  }

  private isRepeated(row: number): boolean {
    return this.beside?.some((cells) => isFilled(cells, row)) ?? true
  }
}

function isFilled(cells: CellReader, row: number): boolean {
  cells.read(row)
  return cells.start < cells.end
}
