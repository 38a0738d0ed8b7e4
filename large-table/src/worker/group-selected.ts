import { NO_KEY } from '../row-key'
import type { GroupRequest, Measure } from '../row-store'
import { sameText } from '../same-text'
import type { ColumnBlocks } from './column-block'
import { DisplayReader } from './display-reader'
import { type GroupedLists, type GroupLists, groupsOf } from './group-lists'
import { GroupSums } from './group-sums'
import { MeasureReader } from './measure-reader'
import { KeyNumbers, TextNumbers, type ValuesOf } from './row-numbers'
import { type RowSelection, SELECTED } from './row-selection'
import { dayOf } from './row-test'
import { sortRows } from './sort-rows'
import { blocksOf } from './summarize'

/** Groups the selected rows, step by step. */
export function* groupSelected(
  cells: ColumnBlocks,
  { by, unit, key, counts, sums }: Omit<GroupRequest, 'query'>,
  { verdicts, rowCount }: RowSelection,
  valuesOf: ValuesOf,
): Generator<undefined, GroupedLists> {
  const shown = new DisplayReader(cells, by)
  const textOf = (row: number): string => {
    shown.read(row)
    return unit === 'month' ? monthText(dayOf(shown)) : shown.text()
  }
  const values = key || unit === 'month' ? undefined : valuesOf(by)
  const numbers = key ? new KeyNumbers(cells, key, valuesOf) : new TextNumbers(textOf)
  if (values) {
    for (const [, end] of blocksOf(rowCount)) {
      values.addRows(end)
      yield
    }
  }
  const same = values?.sameTexts().ids
  const numberOf =
    values && same ? (row: number) => same[values.ids[row] as number] as number : (row: number) => numbers.of(row)

  const groups: number[] = []
  const firstRows = new Uint32Array(rowCount)
  const sizes = new Uint32Array(rowCount)
  /** The number of the group of all rows; other groups have those below. */
  const all = rowCount
  const readerOf = (measure: Measure) => new MeasureReader(cells, measure, valuesOf)
  const counted = (counts ?? []).map((column) => ({ reader: readerOf(column), counts: new Uint32Array(rowCount + 1) }))
  const added = sums.map((column) => {
    const reader = readerOf(column)
    return { reader, sums: new GroupSums(reader.cells, rowCount + 1) }
  })
  const readers = [...counted, ...added].map(({ reader }) => reader)
  const dated = readers.filter(({ isDated }) => isDated)
  let undated = 0
  let count = 0
  const addTaken = (row: number, group: number) => {
    for (const reader of readers) reader.give(group)
    for (const { reader, counts } of counted) {
      if (reader.isForGroup) counts[group] = (counts[group] as number) + 1
      if (reader.isForAll) counts[all] = (counts[all] as number) + 1
    }
    for (const { reader, sums } of added) {
      if (reader.isForGroup) sums.add(row, group)
      if (reader.isForAll) sums.add(row, all)
    }
  }
  // Not in the generator, whose loops are not optimized.
  const addRows = (first: number, end: number) => {
    for (let row = first; row < end; row++) {
      if (verdicts[row] !== SELECTED) continue
      for (const reader of readers) reader.read(row)
      if (dated.length > 0) {
        if (dated.some(({ isUndated }) => isUndated) || dated.every(({ hasDay }) => !hasDay)) undated++
        if (!dated.some(({ isTaken }) => isTaken)) continue
      }
      const group = numberOf(row)
      if (sizes[group] === 0) {
        groups.push(group)
        firstRows[group] = row
      }
      sizes[group] = (sizes[group] as number) + 1
      count++
      addTaken(row, group)
    }
  }
  for (const [first, end] of blocksOf(rowCount)) {
    addRows(first, end)
    yield
  }

  const textAt = (group: number) => textOf(firstRows[group] as number)
  const isPlaced = (group: number) => {
    if (key) return numbers.texts[group] !== NO_KEY
    return sameText(textAt(group)) !== ''
  }
  const placed = groups.filter(isPlaced)
  const starts = Uint32Array.from(placed, (group) => firstRows[group] as number)
  const ordered =
    unit === 'month'
      ? placed.sort((one, other) => (textAt(one) < textAt(other) ? -1 : 1))
      : Array.from(sortRows(shown, starts, 1), numberOf).sort(
          (one, other) => (sizes[other] as number) - (sizes[one] as number),
        )
  const listsOf = (part: readonly number[]): GroupLists => ({
    texts: part.map((group) => (group === all ? '' : textAt(group))),
    keys: part.map((group) => (key ? numbers.texts[group] : undefined)),
    sizes: part.map((group) => (group === all ? count : (sizes[group] as number))),
    counts: counts && counted.map(({ counts }) => part.map((group) => counts[group] as number)),
    sums: added
      .map(({ sums }) => part.map((group) => sums.of(group)))
      .map((all) => ({
        totals: all.map(({ total }) => total),
        notNumbers: all.map(({ notNumbers }) => notNumbers),
      })),
  })
  const groupOf = (group: number | undefined) => (group === undefined ? undefined : groupsOf(listsOf([group]))[0])
  return {
    lists: listsOf(ordered),
    unplaced: groupOf(groups.find((group) => !isPlaced(group))),
    undated,
    total: count > 0 ? groupOf(all) : undefined,
  }
}

/** Returns the month of a day such as 20251022 as a text such as 2025-10; an empty one without a day. */
function monthText(day: number | undefined): string {
  if (day === undefined) return ''
  const month = String(Math.floor(day / 100)).padStart(6, '0')
  return `${month.slice(0, 4)}-${month.slice(4)}`
}
