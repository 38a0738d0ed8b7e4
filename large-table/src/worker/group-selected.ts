import { ExactSum } from '../exact-sum'
import { NO_KEY } from '../row-key'
import type { GroupRequest } from '../row-store'
import { sameText } from '../same-text'
import { type ColumnBlocks, readKeys } from './column-block'
import type { ColumnValues } from './column-values'
import { DisplayReader } from './display-reader'
import { type GroupedLists, type GroupLists, groupsOf } from './group-lists'
import { MeasureReader } from './measure-reader'
import { addCell } from './number-keys'
import { type NumberOf, numberKeys, type ValuesOf } from './row-numbers'
import { type RowSelection, SELECTED } from './row-selection'
import { dayOf } from './row-test'
import type { Steps } from './run-steps'
import { sortRows } from './sort-rows'
import { blocksOf } from './summarize'

/** A group to which rows are added. */
interface OpenGroup {
  /** Its place among the groups. */
  place: number
  firstRow: number
  key: string | undefined
  count: number
  /** The counts and the sums are in the order of the request. */
  counts: number[]
  sums: ExactSum[]
}

/** Groups the selected rows, step by step. */
export function* groupSelected(
  cells: ColumnBlocks,
  request: Omit<GroupRequest, 'query'>,
  { results, rowCount }: RowSelection,
  valuesOf: ValuesOf,
): Steps<GroupedLists> {
  const { by, unit, key, counts = [], sums } = request
  const shown = new DisplayReader(cells, by)
  const monthOf = (row: number) => {
    shown.read(row)
    return monthNumber(dayOf(shown))
  }
  const numberOf = key
    ? numberKeys(cells, key, valuesOf)
    : unit === 'month'
      ? monthOf
      : yield* numberValues(valuesOf(by), rowCount)
  const readers = [...counts, ...sums].map((measure) => new MeasureReader(cells, measure, valuesOf))
  const dated = readers.filter(({ isDated }) => isDated)
  const keyOf = key && readKeys(cells, key)
  const open = (place: number, firstRow: number, key?: string): OpenGroup => ({
    place,
    firstRow,
    key,
    count: 0,
    counts: counts.map(() => 0),
    sums: sums.map(() => new ExactSum()),
  })
  const groups = new Map<number, OpenGroup>()
  const total = open(0, 0)
  let undated = 0

  const add = (group: OpenGroup, index: number, measured: DisplayReader) => {
    if (index < counts.length) group.counts[index] = (group.counts[index] as number) + 1
    else addCell(group.sums[index - counts.length] as ExactSum, measured)
  }
  const addRow = (row: number) => {
    for (const reader of readers) reader.read(row)
    if (dated.length > 0) {
      if (dated.some(({ isUndated }) => isUndated) || dated.every(({ hasDay }) => !hasDay)) undated++
      if (!dated.some(({ isTaken }) => isTaken)) return
    }
    const number = numberOf(row)
    const group = groups.get(number) ?? open(groups.size, row, keyOf?.(row))
    if (group.count === 0) groups.set(number, group)
    group.count++
    total.count++
    for (let index = 0; index < readers.length; index++) {
      const reader = readers[index] as MeasureReader
      reader.give(group.place)
      if (reader.isForGroup) add(group, index, reader.cells)
      if (reader.isForAll) add(total, index, reader.cells)
    }
  }
  // The loops of a generator are not optimized.
  const addRows = (first: number, end: number) => {
    for (let row = first; row < end; row++) if (results[row] === SELECTED) addRow(row)
  }
  for (const [first, end] of blocksOf(rowCount)) {
    addRows(first, end)
    yield
  }

  const textOf = ({ firstRow }: OpenGroup) => {
    if (unit === 'month') return monthText(monthOf(firstRow))
    shown.read(firstRow)
    return shown.text()
  }
  const isPlaced = (group: OpenGroup) => (key ? group.key !== NO_KEY : sameText(textOf(group)) !== '')
  const placed: OpenGroup[] = []
  let unplaced: OpenGroup | undefined
  for (const group of groups.values()) {
    if (isPlaced(group)) placed.push(group)
    else unplaced = group
  }
  const inOrder = () => {
    if (unit === 'month') return placed.sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1))
    const byRow = new Map(placed.map((group) => [group.firstRow, group]))
    const rows = sortRows(shown, Uint32Array.from(byRow.keys()), 1)
    return Array.from(rows, (row) => byRow.get(row) as OpenGroup).sort((one, other) => other.count - one.count)
  }
  const listsOf = (part: readonly OpenGroup[]): GroupLists => ({
    texts: part.map((group) => (group === total ? '' : textOf(group))),
    keys: part.map(({ key }) => key),
    sizes: part.map(({ count }) => count),
    counts: request.counts && counts.map((_, index) => part.map((group) => group.counts[index] as number)),
    sums: sums
      .map((_, index) => part.map((group) => (group.sums[index] as ExactSum).sum))
      .map((list) => ({
        totals: list.map(({ total }) => total),
        notNumbers: list.map(({ notNumbers }) => notNumbers),
      })),
  })
  const groupOf = (group: OpenGroup | undefined) => (group ? groupsOf(listsOf([group]))[0] : undefined)
  return {
    lists: listsOf(inOrder()),
    unplaced: groupOf(unplaced),
    undated,
    total: total.count > 0 ? groupOf(total) : undefined,
  }
}

/** Numbers rows by texts: the same text is one number (D48, comparing texts). */
function* numberValues(values: ColumnValues, rowCount: number): Steps<NumberOf> {
  /** For each text, the number of the first one that is the same. */
  const numbers: number[] = []
  const known = new Map<string, number>()
  for (const [, end] of blocksOf(rowCount)) {
    values.addRows(end)
    for (let id = numbers.length; id < values.count; id++) {
      const text = sameText(values.text(id))
      const number = known.get(text) ?? id
      known.set(text, number)
      numbers.push(number)
    }
    yield
  }
  return (row) => numbers[values.idAt(row)] as number
}

/** Returns the month of a day such as 20251022 as a number such as 202510; 0 without a day. */
function monthNumber(day = 0): number {
  return Math.floor(day / 100)
}

/** Returns the text of a {@link monthNumber}, such as 2025-10; an empty one of 0. */
function monthText(month: number): string {
  const digits = String(month).padStart(6, '0')
  return month === 0 ? '' : `${digits.slice(0, 4)}-${digits.slice(4)}`
}
