import type { ReactNode } from 'react'
import type { Cell, Row } from './parse-rows'

/** A column of data: sortable, and part of the CSV. */
export interface DataColumn<R> {
  header: string
  /** What the screen shows, the CSV holds and the order goes by; null is an empty cell. */
  value: (row: R) => Cell
  /** Drawn in place of the plain text, such as a tag that says the same; for a row where it draws nothing, the text. */
  body?: (row: R) => ReactNode
  exportable?: true
}

/** A column of controls: neither sortable nor part of the CSV (specification §9). */
export interface ControlColumn<R> {
  header: string
  body: (row: R) => ReactNode
  exportable: false
}

export type Column<R> = DataColumn<R> | ControlColumn<R>

export function isDataColumn<R>(column: Column<R>): column is DataColumn<R> {
  return column.exportable !== false
}

/**
 * Columns that show fields as they are, in the order of the keys.
 *
 * @example fieldColumns({ id: 'Id', name: 'Nombre' })
 */
export function fieldColumns<Field extends string>(headers: Readonly<Record<Field, string>>): DataColumn<Row<Field>>[] {
  const fields = Object.keys(headers) as Field[]
  return fields.map((field) => ({ header: headers[field], value: (row) => row[field] }))
}

/** The text of a cell, on the screen and in the CSV. */
export function cellText(cell: Cell): string {
  return cell === null ? '' : String(cell)
}
