import { calendarDay, type DayRange, dayRange } from '../calendar-day'
import { cellText, displayCell, displayedText } from '../cell-display'
import { ExactSum } from '../exact-sum'
import { orderRows } from '../order-rows'
import type { AnyRow, Cell } from '../parse-rows'
import { NO_KEY, rowKey } from '../row-key'
import type { Group, Grouped, GroupRequest, Measure } from '../row-store'
import { sameText } from '../same-text'

// What groups are, row by row and without regard to speed: the seeded tests compare the columns with it.

/** A group to which rows are added. */
interface OpenGroup extends Omit<Group, 'sums'> {
  /** The displayed cell of its first row. */
  cell: Cell
  count: number
  counts: number[]
  sums: ExactSum[]
  /** What was taken once, of each measure. */
  seen: Set<string>[]
}

/** Groups rows, see `RowStore.groups`. */
export function groupRows(
  rows: readonly AnyRow[],
  { by, unit, key: keyFields, counts, sums }: Omit<GroupRequest, 'query'>,
): Grouped {
  const measures = [...counts, ...sums]
  const read = toMeasureReader(measures)
  const open = (cell: Cell, text: string, key: string | undefined): OpenGroup => ({
    cell,
    text,
    key,
    count: 0,
    counts: counts.map(() => 0),
    sums: sums.map(() => new ExactSum()),
    seen: measures.map(() => new Set()),
  })
  const total = open(null, '', undefined)
  const groups = new Map<string, OpenGroup>()
  let undated = 0
  for (const row of rows) {
    const { taken, isIn, isUndated } = read(row)
    if (isUndated) undated++
    if (!isIn) continue
    const cell = displayCell(row, by).value
    const text = unit === 'month' ? monthText(calendarDay(cellText(cell))) : cellText(cell)
    const key = keyFields && rowKey(row, keyFields)
    const identity = key ?? sameText(text)
    const group = groups.get(identity) ?? open(cell, text, key)
    groups.set(identity, group)
    for (const added of [group, total]) add(added, taken)
  }
  const unplaced = groups.get(keyFields ? NO_KEY : '')
  const all = [...groups.values()].filter((group) => group !== unplaced)
  const ordered =
    unit === 'month'
      ? all.sort((one, other) => (one.text < other.text ? -1 : 1))
      : orderRows(all, ({ cell }) => cell, 1).sort((one, other) => other.count - one.count)
  return {
    groups: ordered.map(closed),
    unplaced: unplaced && closed(unplaced),
    undated,
    total: total.count > 0 ? closed(total) : undefined,
  }
}

/** Adds a row to a group. */
function add(group: OpenGroup, taken: Reading['taken']): void {
  const { counts, sums, seen } = group
  group.count++
  for (const [index, one] of taken.entries()) {
    if (!one || (one.once !== undefined && seen[index]?.has(one.once))) continue
    if (one.once !== undefined) seen[index]?.add(one.once)
    if (index < counts.length) counts[index] = (counts[index] ?? 0) + 1
    else sums[index - counts.length]?.add(one.cell)
  }
}

function closed({ cell: _cell, seen: _seen, sums, ...group }: OpenGroup): Group {
  return { ...group, sums: sums.map(({ sum }) => sum) }
}

/** Returns the month of a day such as 20251022 as a text such as 2025-10; an empty one without a day. */
function monthText(day: number | undefined): string {
  if (day === undefined) return ''
  const month = String(Math.floor(day / 100)).padStart(6, '0')
  return `${month.slice(0, 4)}-${month.slice(4)}`
}

/** What a measure takes of a row. */
interface Taken {
  cell: Cell
  /** Identifies what the cell states, which is taken once; undefined for a cell that no other row repeats. */
  once: string | undefined
}

/** What the measures find in a row. */
interface Reading {
  /** In the order of the measures; undefined for one that takes nothing. */
  taken: readonly (Taken | undefined)[]
  /** The row is among those to group: without days all are, with days those of which a measure takes a cell by its date. */
  isIn: boolean
  /** With days: a measure lacks the date of its cell, or no measure has a date. */
  isUndated: boolean
}

/** Reads rows for measures. */
function toMeasureReader(measures: readonly Measure[]): (row: AnyRow) => Reading {
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
