import type { ReactNode } from 'react'
import type { AnyRow, Cell, Row } from './parse-rows'

/** What is shown of a field, as plain data: a worker can be told it too. */
export interface Shown {
  field: string
  /** Texts shown in place of these values. */
  texts?: readonly (readonly [Cell, string])[] | undefined
  /** The text in place of all other values; without it they are shown as they are. */
  otherwise?: string | undefined
}

/** A column of the CSV. */
export interface CsvColumn extends Shown {
  header: string
}

/** A column of data: sortable, and part of the CSV. What it shows is what the CSV holds and the order goes by. */
export interface DataColumn<R extends AnyRow> extends CsvColumn {
  field: keyof R & string
  /**
   * Drawn in place of the plain text, such as a tag that says the same; for a row where it draws nothing, the text.
   * It depends on the row alone: a cell is drawn anew only with another row.
   */
  body?: (row: R) => ReactNode
  exportable?: true
}

/**
 * A column of controls: neither sortable nor part of the CSV (specification §9). Make it anew whenever what its body draws
 * depends on more than the row, such as a call under way: with the same column a cell is not drawn again. Rows have no
 * key, so give a control that acts on its row one.
 */
export interface ControlColumn<R extends AnyRow> {
  header: string
  body: (row: R) => ReactNode
  exportable: false
}

export type Column<R extends AnyRow> = DataColumn<R> | ControlColumn<R>

export function isDataColumn<R extends AnyRow>(column: Column<R>): column is DataColumn<R> {
  return column.exportable !== false
}

/**
 * Columns that show fields as they are, in the order of the keys.
 *
 * @example fieldColumns({ id: 'Id', name: 'Nombre' })
 */
export function fieldColumns<Field extends string>(headers: Readonly<Record<Field, string>>): DataColumn<Row<Field>>[] {
  const fields = Object.keys(headers) as Field[]
  return fields.map((field) => ({ header: headers[field], field }))
}

/** What a column shows of a row; null is an empty cell. */
export function shownCell(row: AnyRow, { field, texts, otherwise }: Shown): Cell {
  const cell = row[field] ?? null
  const text = texts?.find(([value]) => value === cell)?.[1] ?? otherwise
  return text ?? cell
}

/** The text of a cell, on the screen and in the CSV. */
export function cellText(cell: Cell): string {
  return cell === null ? '' : String(cell)
}
