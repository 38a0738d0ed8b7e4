import type { DisplayedField } from '../cell-display'
import type { Cell } from '../parse-rows'
import { cellKey, type KeyFields } from '../row-key'
import { CellReader, type ColumnBlocks, Kind, readKeys } from './column-block'
import type { ColumnValues } from './column-values'

/** Returns the values of a column. */
export type ValuesOf = (column: DisplayedField) => ColumnValues

/** Numbers rows by a text of each. */
export class TextNumbers {
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

/** Numbers rows by their keys, which have no further fields, and makes the key of each id once. */
export class KeyNumbers extends TextNumbers {
  /** The number of each id, by its place. */
  private readonly known: number[] = []
  private readonly ids: CellPlaces

  constructor(cells: ColumnBlocks, key: KeyFields, valuesOf: ValuesOf) {
    super(readKeys(cells, key))
    this.ids = new CellPlaces(cells, key.field, valuesOf)
  }

  override of(row: number): number {
    const { ids, known } = this
    const place = ids.of(row)
    if (ids.isEmpty) return super.of(row)
    known[place] ??= super.of(row)
    return known[place]
  }
}

/** Numbers the cells of a column by text and by whether they are texts. A number may be written in several ways. */
class CellPlaces {
  isEmpty = false
  isText = false
  private readonly cells: CellReader
  private readonly values: ColumnValues

  constructor(cells: ColumnBlocks, field: string, valuesOf: ValuesOf) {
    this.cells = new CellReader(cells.blocksOf(field))
    this.values = valuesOf({ field })
  }

  of(row: number): number {
    const { cells, values } = this
    cells.read(row)
    values.addRows(row + 1)
    this.isEmpty = cells.start === cells.end
    this.isText = cells.kind === Kind.text
    return 2 * (values.ids[row] as number) + (this.isText ? 1 : 0)
  }

  cell(): Cell {
    return this.cells.cell()
  }
}

/** Returns the number of the key of a row. */
export function numberThings(
  cells: ColumnBlocks,
  { further = [], ...key }: KeyFields,
  valuesOf: ValuesOf,
): (row: number) => number {
  const keys = new KeyNumbers(cells, key, valuesOf)
  return further.reduce<(row: number) => number>(
    (startOf, field) => {
      const placeOf = placesOf(cells, field, valuesOf)
      const pairs = new Map<number, number>()
      return (row) => {
        const pair = 2 * cells.count * startOf(row) + placeOf(row)
        let number = pairs.get(pair)
        if (number === undefined) {
          number = pairs.size
          pairs.set(pair, number)
        }
        return number
      }
    },
    (row) => keys.of(row),
  )
}

/** Returns one place for all cells with the same `cellKey`. */
function placesOf(cells: ColumnBlocks, field: string, valuesOf: ValuesOf): (row: number) => number {
  const places = new CellPlaces(cells, field, valuesOf)
  const first = new Map<string, number>()
  const known: number[] = []
  return (row) => {
    const place = places.of(row)
    if (places.isText) return place
    if (known[place] === undefined) {
      const key = cellKey(places.cell())
      known[place] = first.get(key) ?? place
      first.set(key, known[place])
    }
    return known[place]
  }
}
