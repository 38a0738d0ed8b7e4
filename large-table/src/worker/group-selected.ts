import type { DisplayedField } from '../cell-display'
import { NO_KEY } from '../row-key'
import type { GroupRequest } from '../row-store'
import { sameText } from '../same-text'
import { type ColumnBlocks, readKeys } from './column-block'
import type { ColumnValues } from './column-values'
import { DisplayReader } from './display-reader'
import { type GroupedLists, type GroupLists, groupsOf } from './group-lists'
import { GroupMeasure } from './group-measure'
import { KeyNumbers } from './key-numbers'
import { type RowSelection, SELECTED } from './row-selection'
import { dayOf } from './row-test'
import type { Steps } from './run-steps'
import { sortRows } from './sort-rows'
import { blocksOf } from './summarize'

/** Groups the selected rows, step by step. */
export function* groupSelected(
  cells: ColumnBlocks,
  { by, unit, key, measures: requested }: Omit<GroupRequest, 'query'>,
  { results, rowCount }: RowSelection,
  valuesOf: (column: DisplayedField) => ColumnValues,
): Steps<GroupedLists> {
  const shown = new DisplayReader(cells, by)
  const monthOf = (row: number) => {
    shown.read(row)
    return monthNumber(dayOf(shown))
  }
  const keys = key && new KeyNumbers(cells, key)
  const numberOf = keys
    ? (row: number) => keys.numberOf(row)
    : unit === 'month'
      ? monthOf
      : yield* numberValues(valuesOf(by), rowCount)
  const measures = requested.map((measure) => new GroupMeasure(cells, measure))
  const dated = measures.filter(({ range }) => range)
  /** The place of the group with each number: groups are numbered again in the order of their first rows. */
  const places = new Map<number, number>()
  const firstRows: number[] = []
  const sizes: number[] = []
  let count = 0
  let undated = 0

  const addRow = (row: number) => {
    for (const measure of measures) measure.read(row)
    if (dated.length > 0) {
      if (dated.some(({ isUndated }) => isUndated) || dated.every(({ hasDay }) => !hasDay)) undated++
      if (!dated.some(({ isTaken }) => isTaken)) return
    }
    const number = numberOf(row)
    const place = places.get(number) ?? firstRows.push(row) - 1
    if (place === places.size) places.set(number, place)
    sizes[place] = (sizes[place] ?? 0) + 1
    count++
    for (const measure of measures) measure.add(place)
  }
  // The loops of a generator are not optimized.
  const addRows = (first: number, end: number) => {
    for (let row = first; row < end; row++) if (results[row] === SELECTED) addRow(row)
  }
  for (const [first, end] of blocksOf(rowCount)) {
    addRows(first, end)
    yield
  }

  const textOf = (place: number) => {
    const row = firstRows[place] as number
    if (unit === 'month') return monthText(monthOf(row))
    shown.read(row)
    return shown.text()
  }
  const readKey = key && readKeys(cells, key)
  const keyOf = (place: number) => readKey?.(firstRows[place] as number)
  const isPlaced = (place: number) => (key ? keyOf(place) !== NO_KEY : sameText(textOf(place)) !== '')
  const all = [...firstRows.keys()]
  const placed = all.filter(isPlaced)
  const unplaced = all.find((place) => !isPlaced(place))
  const inOrder = () => {
    if (unit === 'month') return placed.sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1))
    const rows = Uint32Array.from(placed, (place) => firstRows[place] as number)
    return Array.from(sortRows(shown, rows, 1), (row) => places.get(numberOf(row)) as number).sort(
      (one, other) => (sizes[other] as number) - (sizes[one] as number),
    )
  }
  const listsOf = (part: readonly number[]): GroupLists => ({
    texts: part.map(textOf),
    keys: part.map(keyOf),
    sizes: part.map((place) => sizes[place] as number),
    figures: measures
      .map((measure) => part.map((place) => measure.sumOf(place)))
      .map((list) => ({
        totals: list.map(({ total }) => total),
        notNumbers: list.map(({ notNumbers }) => notNumbers),
      })),
  })
  return {
    lists: listsOf(inOrder()),
    unplaced: unplaced === undefined ? undefined : groupsOf(listsOf([unplaced]))[0],
    undated,
    total:
      count === 0 ? undefined : { text: '', key: undefined, count, figures: measures.map(({ total }) => total.sum) },
  }
}

/** Numbers rows by texts: the same text is one number (D48, comparing texts). */
function* numberValues(values: ColumnValues, rowCount: number): Steps<(row: number) => number> {
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
