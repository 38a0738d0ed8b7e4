import { type DayRange, dayRange } from '../calendar-day'
import type { Measure } from '../row-store'
import { CellReader, type ColumnBlocks } from './column-block'
import { DisplayReader } from './display-reader'
import { NUMBERS_PER_ROW, type NumberOf, numberKeys, type ValuesOf } from './row-numbers'
import { dayOf } from './row-test'

/** Reads what a measure takes of each row. */
export class MeasureReader {
  readonly cells: DisplayReader
  /** The measure takes the cells of some days only. */
  readonly isDated: boolean
  /** The measure takes the cell of the last row. */
  isTaken = false
  /** The cell of the last row lacks its date. */
  isUndated = false
  /** The last row has a date. */
  hasDay = false
  /** The group that was given last takes the cell of the last row. */
  isForGroup = false
  /** The group of all rows takes the cell of the last row. */
  isForAll = false
  private readonly range: DayRange | undefined
  private readonly dates: DisplayReader | undefined
  /** Replaces an empty cell. */
  private readonly text: CellReader | undefined
  private readonly beside: readonly CellReader[] | undefined
  private readonly thingOf: NumberOf | undefined
  /** The number of the last row's thing; undefined where other rows do not repeat the cell. */
  private thing: number | undefined
  /** The first group of each thing, from 1. */
  private readonly firstGroups: Uint32Array
  /** The other groups of things, with the thing as a number each. */
  private readonly otherGroups = new Set<number>()

  constructor(blocks: ColumnBlocks, measure: Measure, valuesOf: ValuesOf) {
    const { field, dates, days, once } = measure
    const readerOf = (one: string) => new CellReader(blocks.blocksOf(one))
    this.cells = new DisplayReader(blocks, measure)
    this.range = days && dayRange(days)
    this.isDated = this.range !== undefined
    this.dates = dates && new DisplayReader(blocks, dates)
    this.text = once?.key.field === field && once.key.textKey ? readerOf(once.key.textKey) : undefined
    this.beside = once?.beside?.map(readerOf)
    this.thingOf = once && numberKeys(blocks, once.key, valuesOf)
    this.firstGroups = new Uint32Array(once ? NUMBERS_PER_ROW * blocks.count : 0)
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
    if (this.isTaken && this.isRepeated(row)) this.thing = this.thingOf?.(row)
  }

  /** Notes which sums and counts take the cell of the last row: those to which no earlier row gave it for the same thing. */
  give(group: number): void {
    const { thing, firstGroups, otherGroups } = this
    this.isForGroup = this.isTaken
    this.isForAll = this.isTaken
    if (thing === undefined) return
    const first = firstGroups[thing] as number
    this.isForAll = first === 0
    if (first === 0) firstGroups[thing] = group + 1
    else if (first === group + 1) this.isForGroup = false
    else {
      const place = group * firstGroups.length + thing
      this.isForGroup = !otherGroups.has(place)
      otherGroups.add(place)
    }
  }

  private isRepeated(row: number): boolean {
    return this.beside?.some((cells) => isFilled(cells, row)) ?? true
  }
}

function isFilled(cells: CellReader, row: number): boolean {
  cells.read(row)
  return cells.start < cells.end
}
