import type { Row } from '@canje/large-table'
import { type DataColumn, type FieldColumns, fieldColumns } from './columns'
import { type ListReader, type LoadRows, loaderOf } from './load-rows'

/** A list of the info API: how its rows are loaded, and its columns. */
export interface List<Field extends string> {
  load: LoadRows<Row<Field>> & ListReader
  columns: readonly DataColumn<Row<Field>>[]
}

/** The rows of a list. */
export type RowOf<L> = L extends List<infer Field> ? Row<Field> : never

interface Declaration<Field extends string> {
  /** Relative to the info API's base URL. */
  path: string
  /** The parameter of a list that the server filters. */
  filter?: string
  /** The fields to keep of each row, with their headers and displays, in the order of the columns. */
  columns: FieldColumns<Field>
}

/**
 * Declares a list (specification §7).
 *
 * @example export const prizes = listOf({ path: 'SelectPrizes', columns: { id: { header: 'Id' }, name: 'Nombre' } })
 */
export function listOf<Field extends string>({ path, filter, columns: declared }: Declaration<Field>): List<Field> {
  const columns = fieldColumns(declared)
  const fields = columns.map(({ field }) => field)
  return { columns, load: loaderOf(path, fields, filter) }
}
