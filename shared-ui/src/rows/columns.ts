import type { AnyRow, CsvColumn, Row } from 'large-table'
import type { ReactNode } from 'react'

/** A column of data: sortable, and part of the CSV. */
export interface DataColumn<R extends AnyRow> extends CsvColumn {
  field: keyof R & string
}

/**
 * A column of controls: neither sortable nor part of the CSV (specification §9). Cells render again only for another row
 * or column object, so create a new object when the output depends on more than the row. Rows have no key, so a control
 * that acts on its row needs one.
 */
export interface ActionColumn<R extends AnyRow> {
  header: string
  render: (row: R) => ReactNode
}

export type Column<R extends AnyRow> = DataColumn<R> | ActionColumn<R>

export function isDataColumn<R extends AnyRow>(column: Column<R>): column is DataColumn<R> {
  return 'field' in column
}

/**
 * Creates columns that display fields unchanged, in the order of the keys.
 *
 * @example fieldColumns({ id: 'Id', name: 'Nombre' })
 */
export function fieldColumns<Field extends string>(headers: Readonly<Record<Field, string>>): DataColumn<Row<Field>>[] {
  const fields = Object.keys(headers) as Field[]
  return fields.map((field) => ({ header: headers[field], field }))
}
