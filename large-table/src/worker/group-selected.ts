import type { DisplayedField } from '../cell-display'
import { monthText, orderGroups } from '../group-rows'
import type { Group, GroupRequest } from '../row-store'
import { BLOCK_ROWS, type ColumnBlocks } from './column-block'
import type { ColumnValues } from './column-values'
import { DisplayReader } from './display-reader'
import { numberOf } from './number-keys'
import { type RowSelection, SELECTED } from './row-selection'
import { dayOf } from './row-test'

/** Groups the selected rows, step by step. */
export function* groupSelected(
  cells: ColumnBlocks,
  { by, unit, sums }: Omit<GroupRequest, 'query'>,
  { verdicts, rowCount }: RowSelection,
  /** Returns the values of the column, for groups by value. */
  values: () => ColumnValues,
): Generator<undefined, Group[]> {
  const grouping = unit === 'month' ? new Months(cells, by) : new Values(values())
  const points = sums.map((column) => new DisplayReader(cells, column))
  const counts: number[] = []
  const totals: number[][] = points.map(() => [])
  for (let first = 0; first < rowCount; first += BLOCK_ROWS) {
    const end = Math.min(first + BLOCK_ROWS, rowCount)
    grouping.addRows(end)
    for (let row = first; row < end; row++) {
      if (verdicts[row] !== SELECTED) continue
      const group = grouping.groupOf(row)
      counts[group] = (counts[group] ?? 0) + 1
      for (const [index, column] of points.entries()) {
        const total = totals[index] as number[]
        column.read(row)
        total[group] = (total[group] ?? 0) + (numberOf(column) ?? 0)
      }
    }
    yield
  }
  const groups: Group[] = []
  // Values of other rows have no count.
  counts.forEach((count, group) => {
    groups.push({ text: grouping.textOf(group), count, sums: totals.map((total) => total[group] ?? 0) })
  })
  return orderGroups(groups, unit)
}

/** Numbers the groups of rows. */
interface Grouping {
  /** Prepares the rows up to a row number. */
  addRows: (end: number) => void
  groupOf: (row: number) => number
  textOf: (group: number) => string
}

class Values implements Grouping {
  constructor(private readonly values: ColumnValues) {}

  addRows(end: number): void {
    this.values.addRows(end)
  }

  groupOf(row: number): number {
    return this.values.ids[row] as number
  }

  textOf(group: number): string {
    return this.values.text(group)
  }
}

class Months implements Grouping {
  private readonly dates: DisplayReader
  private readonly groups = new Map<string, number>()

  constructor(cells: ColumnBlocks, column: DisplayedField) {
    this.dates = new DisplayReader(cells, column)
  }

  addRows(): void {}

  groupOf(row: number): number {
    this.dates.read(row)
    const text = monthText(dayOf(this.dates))
    const group = this.groups.get(text) ?? this.groups.size
    this.groups.set(text, group)
    return group
  }

  textOf(group: number): string {
    return [...this.groups.keys()][group] ?? ''
  }
}
