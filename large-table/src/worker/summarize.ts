import type { DisplayedField } from '../cell-display'
import { FrequentValues } from '../facets'
import type { Facet } from '../row-store'
import { BLOCK_ROWS, type ColumnBlocks } from './column-block'
import type { ColumnValues } from './column-values'
import { DisplayReader } from './display-reader'
import { numberOf } from './number-keys'
import { type RowSelection, SELECTED } from './row-selection'

/** Adds up the numbers of a column in the selected rows, in the order of the rows, step by step. */
export function* sumNumbers(
  cells: ColumnBlocks,
  column: DisplayedField,
  { verdicts, rowCount }: RowSelection,
): Generator<undefined, number> {
  const values = new DisplayReader(cells, column)
  let sum = 0
  for (const [first, end] of blocksOf(rowCount)) {
    for (let row = first; row < end; row++) {
      if (verdicts[row] !== SELECTED) continue
      values.read(row)
      sum += numberOf(values) ?? 0
    }
    yield
  }
  return sum
}

/** Counts the rows by the value of a column, step by step: those that meet the conditions on all other columns. */
export function* countValues(
  values: ColumnValues,
  { verdicts, rowCount }: RowSelection,
  /** The verdict on rows that fail only the conditions on this column. */
  verdict: number,
  /** Texts to count in any case. */
  texts: readonly string[],
): Generator<undefined, Facet> {
  while (values.rowCount < rowCount) {
    values.addRows(Math.min(values.rowCount + BLOCK_ROWS, rowCount))
    yield
  }
  const { ids } = values
  const counts = new Uint32Array(values.count)
  let total = 0
  for (const [first, end] of blocksOf(rowCount)) {
    for (let row = first; row < end; row++) {
      const found = verdicts[row]
      if (found !== SELECTED && found !== verdict) continue
      const id = ids[row] as number
      counts[id] = (counts[id] as number) + 1
      total++
    }
    yield
  }
  const frequent = new FrequentValues()
  for (const [first, end] of blocksOf(counts.length)) {
    for (let id = first; id < end; id++) {
      const count = counts[id] as number
      if (frequent.accepts(count)) frequent.add(values.text(id), count)
    }
    yield
  }
  const requested = texts.map((text) => ({ text, count: counts[values.idOf(text)] ?? 0 }))
  return frequent.facet(requested, total)
}

function* blocksOf(count: number): Generator<[first: number, end: number]> {
  for (let first = 0; first < count; first += BLOCK_ROWS) yield [first, Math.min(first + BLOCK_ROWS, count)]
}
