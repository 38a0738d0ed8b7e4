import type { DisplayedField } from '../cell-display'
import { ExactSum, type Sum } from '../exact-sum'
import { ValueCounts } from '../facets'
import type { Facet, FacetColumn, ValuesRequest } from '../row-store'
import { BLOCK_ROWS, type ColumnBlocks } from './column-block'
import type { ColumnValues } from './column-values'
import { DisplayReader } from './display-reader'
import { addCell } from './number-keys'
import { type RowSelection, SELECTED } from './row-selection'

/** Adds up the cells of a column in the selected rows, step by step. */
export function* sumNumbers(
  cells: ColumnBlocks,
  column: DisplayedField,
  { results, rowCount }: RowSelection,
): Generator<undefined, Sum> {
  const values = new DisplayReader(cells, column)
  const total = new ExactSum()
  for (const [first, end] of blocksOf(rowCount)) {
    for (let row = first; row < end; row++) {
      if (results[row] !== SELECTED) continue
      values.read(row)
      addCell(total, values)
    }
    yield
  }
  return total.sum
}

/** Counts the rows by the value of a column, step by step: those that meet the conditions on all other columns. */
export function* countValues(
  values: ColumnValues,
  selection: RowSelection,
  { column: { field, texts = [] }, search }: Pick<ValuesRequest, 'search'> & { column: FacetColumn },
): Generator<undefined, Facet> {
  const { results, rowCount } = selection
  const failsOnlyColumn = selection.resultOf(field)
  while (values.rowCount < rowCount) {
    values.addRows(Math.min(values.rowCount + BLOCK_ROWS, rowCount))
    yield
  }
  const { ids } = values
  const counts = new Uint32Array(values.count)
  for (const [first, end] of blocksOf(rowCount)) {
    for (let row = first; row < end; row++) {
      const result = results[row]
      if (result !== SELECTED && result !== failsOnlyColumn) continue
      const id = ids[row] as number
      counts[id] = (counts[id] as number) + 1
    }
    yield
  }
  const counted = new ValueCounts()
  for (const [first, end] of blocksOf(counts.length)) {
    for (let id = first; id < end; id++) {
      const count = counts[id] as number
      if (count > 0) counted.add(values.text(id), count)
    }
    yield
  }
  return counted.facet(search, texts)
}

/** The ranges of a step each. */
export function* blocksOf(count: number, size = BLOCK_ROWS): Generator<[first: number, end: number]> {
  for (let first = 0; first < count; first += size) yield [first, Math.min(first + size, count)]
}
