import { calendarDay, type DayRange, dayRange } from './calendar-day'
import { displayCell, displayedText } from './cell-display'
import type { AnyRow, Cell } from './parse-rows'
import { rowKey } from './row-key'
import type { Measure } from './row-store'

/** What a measure takes of a row. */
interface Taken {
  cell: Cell
  /** Identifies what the cell states, which is taken once; undefined for a cell that no other row repeats. */
  once: string | undefined
}

/** What the measures find in a row. */
export interface Reading {
  /** In the order of the measures; undefined for one that takes nothing. */
  taken: readonly (Taken | undefined)[]
  /** The row is among those to group: without days all are, with days those of which a measure takes a cell by its date. */
  isIn: boolean
  /** With days: a measure lacks the date of its cell, or no measure has a date. */
  isUndated: boolean
}

/** Reads rows for measures. */
export function toMeasureReader(measures: readonly Measure[]): (row: AnyRow) => Reading {
  const prepared = measures.map((measure) => ({ measure, range: measure.days && dayRange(measure.days) }))
  const hasDays = prepared.some(({ range }) => range)
  return (row) => {
    const found = prepared.map(({ measure, range }) => {
      const hasCell = isFilled(row, measure)
      const day = range && measure.dates && calendarDay(displayedText(row, measure.dates))
      return { measure, range, hasCell, day, isTaken: hasCell && isWithin(day, range) }
    })
    const dated = found.filter(({ range }) => range)
    return {
      taken: found.map(({ measure, isTaken }) =>
        isTaken ? { cell: displayCell(row, measure).value, once: onceKey(row, measure) } : undefined,
      ),
      isIn: !hasDays || dated.some(({ isTaken }) => isTaken),
      isUndated:
        hasDays &&
        (dated.some(({ hasCell, day }) => hasCell && day === undefined) || dated.every(({ day }) => day === undefined)),
    }
  }
}

/** A cell that identifies its row may be replaced by a text, see `KeyFields`. */
function isFilled(row: AnyRow, measure: Measure): boolean {
  const { field, once } = measure
  if (displayedText(row, measure) !== '') return true
  return once?.key.field === field && displayedText(row, { field: once.key.textKey ?? '' }) !== ''
}

function isWithin(day: number | undefined, range: DayRange | undefined): boolean {
  return !range || (day !== undefined && day >= range.from && day <= range.to)
}

function onceKey(row: AnyRow, { once }: Measure): string | undefined {
  if (!once) return undefined
  const isRepeated = !once.beside || once.beside.some((field) => displayedText(row, { field }) !== '')
  return isRepeated ? rowKey(row, once.key) : undefined
}
