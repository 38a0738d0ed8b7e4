import type { DisplayedField } from '../cell-display'
import type { KeyFields } from '../row-key'
import { CellReader, type ColumnBlocks, Kind } from './column-block'
import type { ColumnValues } from './column-values'

/** Returns the values of a column. */
export type ValuesOf = (column: DisplayedField) => ColumnValues

/** Returns the number of a row: rows of one key have one number. */
export type NumberOf = (row: number) => number

/** The numbers of keys are below this many per row. */
export const NUMBERS_PER_ROW = 3

/** Numbers rows by their keys, see `rowKey`, without making a text of each. */
export function numberKeys(cells: ColumnBlocks, { further = [], ...key }: KeyFields, valuesOf: ValuesOf): NumberOf {
  return further.reduce(
    (startOf, field) => numberPairs(startOf, numberCells(cells, field, valuesOf), cells.count),
    numberIds(cells, key, valuesOf),
  )
}

/** A row without an id is numbered by its text, beyond the numbers of all ids. */
function numberIds(cells: ColumnBlocks, { field, textKey = '' }: KeyFields, valuesOf: ValuesOf): NumberOf {
  const ids = new CellReader(cells.blocksOf(field))
  const numberOf = numberCells(cells, field, valuesOf)
  const texts = valuesOf({ field: textKey })
  return (row) => {
    ids.read(row)
    return ids.start < ids.end ? numberOf(row) : 2 * cells.count + texts.idAt(row)
  }
}

/** Numbers rows by the `cellKey` of a field: a number and a text of the same digits are two cells. */
function numberCells(cells: ColumnBlocks, field: string, valuesOf: ValuesOf): NumberOf {
  const kinds = new CellReader(cells.blocksOf(field))
  const values = valuesOf({ field })
  return (row) => {
    kinds.read(row)
    return 2 * values.idAt(row) + (kinds.kind === Kind.text ? 1 : 0)
  }
}

function numberPairs(firstOf: NumberOf, secondOf: NumberOf, rowCount: number): NumberOf {
  const numbers = new Map<number, number>()
  return (row) => {
    const pair = 2 * rowCount * firstOf(row) + secondOf(row)
    const number = numbers.get(pair) ?? numbers.size
    if (number === numbers.size) numbers.set(pair, number)
    return number
  }
}
