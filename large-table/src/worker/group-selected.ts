import type { DisplayedField } from '../cell-display'
import { monthText } from '../group-rows'
import type { KeyFields } from '../row-key'
import type { Group, GroupRequest } from '../row-store'
import { CellReader, type ColumnBlocks, Kind, readKeys } from './column-block'
import type { ColumnValues } from './column-values'
import { DisplayReader } from './display-reader'
import type { GroupLists } from './group-lists'
import { GroupSums } from './group-sums'
import { type RowSelection, SELECTED } from './row-selection'
import { dayOf } from './row-test'
import { sortRows } from './sort-rows'
import { blocksOf } from './summarize'

/** The groups of rows, and one of all; undefined without rows. */
export interface SelectedGroups {
  /** The number of groups. */
  count: number
  /** Returns the groups from an index up to another one. */
  lists: (first: number, end: number) => GroupLists
  total: Group | undefined
}

/** Groups the selected rows, step by step. */
export function* groupSelected(
  cells: ColumnBlocks,
  { by, unit, key, counts, sums }: Omit<GroupRequest, 'query'>,
  { verdicts, rowCount, count: selected }: RowSelection,
  /** Returns the values of a column. */
  valuesOf: (column: DisplayedField) => ColumnValues,
): Generator<undefined, SelectedGroups> {
  const shown = new DisplayReader(cells, by)
  const textOf = (row: number): string => {
    shown.read(row)
    return unit === 'month' ? monthText(dayOf(shown)) : shown.text()
  }
  const values = key || unit === 'value' ? valuesOf(key ? { field: key.field } : by) : undefined
  const numbers = key && values ? new KeyNumbers(cells, key, values) : new TextNumbers(textOf)
  if (values) {
    for (const [, end] of blocksOf(rowCount)) {
      values.addRows(end)
      yield
    }
  }
  const same = key ? undefined : values?.sameTexts().ids
  const numberOf =
    values && same ? (row: number) => same[values.ids[row] as number] as number : (row: number) => numbers.of(row)

  const groups: number[] = []
  const firstRows = new Uint32Array(rowCount)
  const sizes = new Uint32Array(rowCount)
  const filled = counts?.map((column) => ({
    cells: new DisplayReader(cells, column),
    counts: new Uint32Array(rowCount),
  }))
  const points = sums.map((column) => new GroupSums(new DisplayReader(cells, column), rowCount))
  // Not in the generator, whose loops are not optimized.
  const addRows = (first: number, end: number) => {
    for (let row = first; row < end; row++) {
      if (verdicts[row] !== SELECTED) continue
      const group = numberOf(row)
      if (sizes[group] === 0) {
        groups.push(group)
        firstRows[group] = row
      }
      sizes[group] = (sizes[group] as number) + 1
      if (filled) for (const { cells, counts } of filled) addFilled(cells, counts, row, group)
      for (const sum of points) sum.add(row, group)
    }
  }
  for (const [first, end] of blocksOf(rowCount)) {
    addRows(first, end)
    yield
  }

  const textAt = (group: number) => textOf(firstRows[group] as number)
  const starts = Uint32Array.from(groups, (group) => firstRows[group] as number)
  const ordered =
    unit === 'month'
      ? groups.sort((one, other) => (textAt(one) < textAt(other) ? -1 : 1))
      : Array.from(sortRows(shown, starts, 1), numberOf).sort(
          (one, other) => (sizes[other] as number) - (sizes[one] as number),
        )
  const lists = (first: number, end: number): GroupLists => {
    const part = ordered.slice(first, end)
    return {
      texts: part.map(textAt),
      keys: part.map((group) => (key ? numbers.texts[group] : undefined)),
      sizes: part.map((group) => sizes[group] as number),
      counts: filled?.map(({ counts }) => part.map((group) => counts[group] as number)),
      sums: points
        .map((sum) => part.map((group) => sum.of(group)))
        .map((all) => ({
          totals: all.map(({ total }) => total),
          notNumbers: all.map(({ notNumbers }) => notNumbers),
        })),
    }
  }
  const total = {
    text: '',
    key: undefined,
    count: selected,
    counts: filled?.map(({ counts }) => groups.reduce((sum, group) => sum + (counts[group] as number), 0)),
    sums: points.map((sum) => sum.total(groups)),
  }
  return { count: groups.length, lists, total: selected > 0 ? total : undefined }
}

function addFilled(cells: DisplayReader, counts: Uint32Array, row: number, group: number): void {
  cells.read(row)
  if (cells.start < cells.end) counts[group] = (counts[group] as number) + 1
}

/** Numbers rows by a text of each. */
class TextNumbers {
  /** The text of each number. */
  readonly texts: string[] = []
  private readonly numbers = new Map<string, number>()

  constructor(private readonly textOf: (row: number) => string) {}

  of(row: number): number {
    const text = this.textOf(row)
    let number = this.numbers.get(text)
    if (number === undefined) {
      number = this.texts.push(text) - 1
      this.numbers.set(text, number)
    }
    return number
  }
}

/** Numbers rows by their keys, and makes the key of each id once. */
class KeyNumbers extends TextNumbers {
  private readonly cells: CellReader
  /** The number of each id, as a text and as any other cell. */
  private readonly known: number[] = []

  constructor(
    cells: ColumnBlocks,
    key: KeyFields,
    private readonly ids: ColumnValues,
  ) {
    super(readKeys(cells, key))
    this.cells = new CellReader(cells.blocksOf(key.field))
  }

  override of(row: number): number {
    const { cells, known } = this
    cells.read(row)
    if (cells.start === cells.end) return super.of(row)
    const place = 2 * (this.ids.ids[row] as number) + (cells.kind === Kind.text ? 1 : 0)
    known[place] ??= super.of(row)
    return known[place]
  }
}
