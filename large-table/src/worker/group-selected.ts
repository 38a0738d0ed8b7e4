import type { DisplayedField } from '../cell-display'
import { ExactSum } from '../exact-sum'
import { monthText, orderGroups } from '../group-rows'
import type { Group, GroupRequest } from '../row-store'
import { BLOCK_ROWS, type ColumnBlocks, readKeys } from './column-block'
import type { ColumnValues } from './column-values'
import { DisplayReader } from './display-reader'
import { addCell } from './number-keys'
import { type RowSelection, SELECTED } from './row-selection'
import { dayOf } from './row-test'

/** Groups the selected rows, step by step. */
export function* groupSelected(
  cells: ColumnBlocks,
  { by, unit, key, counts: counted, sums }: Omit<GroupRequest, 'query'>,
  { verdicts, rowCount }: RowSelection,
  /** Returns the values of a column. */
  valuesOf: (column: DisplayedField) => ColumnValues,
): Generator<undefined, Group[]> {
  const texts = by && new GroupTexts(cells, by, unit)
  const byText = texts
    ? unit === 'month'
      ? new TextGrouping((row) => texts.text(row))
      : new Values(valuesOf(texts.column))
    : ALL
  const keyOf = key && readKeys(cells, key)
  const grouping = keyOf ? new TextGrouping(keyOf) : byText
  const firstRows: number[] = []
  const countedCells = counted?.map((column) => new DisplayReader(cells, column))
  const filled: number[][] = (counted ?? []).map(() => [])
  const points = sums.map((column) => new DisplayReader(cells, column))
  const counts: number[] = []
  const totals: ExactSum[][] = points.map(() => [])
  for (let first = 0; first < rowCount; first += BLOCK_ROWS) {
    const end = Math.min(first + BLOCK_ROWS, rowCount)
    grouping.addRows(end)
    for (let row = first; row < end; row++) {
      if (verdicts[row] !== SELECTED) continue
      const group = grouping.groupOf(row)
      firstRows[group] ??= row
      counts[group] = (counts[group] ?? 0) + 1
      countedCells?.forEach((column, index) => {
        column.read(row)
        const cellsOfGroups = filled[index] as number[]
        cellsOfGroups[group] = (cellsOfGroups[group] ?? 0) + (column.start === column.end ? 0 : 1)
      })
      for (const [index, column] of points.entries()) {
        const total = totals[index] as ExactSum[]
        column.read(row)
        total[group] ??= new ExactSum()
        addCell(total[group], column)
      }
    }
    yield
  }
  const groups: Group[] = []
  // Values of other rows have no count.
  counts.forEach((count, group) => {
    const row = firstRows[group] as number
    groups.push({
      text: texts?.text(row) ?? '',
      key: keyOf?.(row),
      count,
      counts: counted && filled.map((cellsOfGroups) => cellsOfGroups[group] ?? 0),
      sums: totals.flatMap((total) => total[group]?.sum ?? []),
    })
  })
  return orderGroups(groups, unit)
}

/** Numbers the groups of rows. */
interface Grouping {
  /** Prepares the rows up to a row number. */
  addRows: (end: number) => void
  groupOf: (row: number) => number
}

/** One group of all rows. */
const ALL: Grouping = { addRows: () => undefined, groupOf: () => 0 }

class Values implements Grouping {
  constructor(private readonly values: ColumnValues) {}

  addRows(end: number): void {
    this.values.addRows(end)
  }

  groupOf(row: number): number {
    return this.values.ids[row] as number
  }
}

/** Groups rows by a text of each, such as their key. */
class TextGrouping implements Grouping {
  private readonly groups = new Map<string, number>()

  constructor(private readonly textOf: (row: number) => string) {}

  addRows(): void {}

  groupOf(row: number): number {
    const text = this.textOf(row)
    const group = this.groups.get(text) ?? this.groups.size
    this.groups.set(text, group)
    return group
  }
}

/** The texts of the groups, read at any of their rows. */
class GroupTexts {
  private readonly cells: DisplayReader

  constructor(
    cells: ColumnBlocks,
    readonly column: DisplayedField,
    private readonly unit: GroupRequest['unit'],
  ) {
    this.cells = new DisplayReader(cells, column)
  }

  text(row: number): string {
    if (this.unit === 'value') return textAt(this.cells, row)
    this.cells.read(row)
    return monthText(dayOf(this.cells))
  }
}

function textAt(cells: DisplayReader, row: number): string {
  cells.read(row)
  return cells.text()
}
