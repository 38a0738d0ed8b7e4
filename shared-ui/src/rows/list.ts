import type { Row } from '@canje/large-table'
import { type DataColumn, type FieldColumns, fieldColumns } from './columns'
import { type LoadRows, loadAll, loadFiltered } from './load-rows'

/** A list of the info API: how its rows are loaded, and its columns. */
export interface List<Field extends string> {
  load: LoadRows<Row<Field>>
  columns: readonly DataColumn<Row<Field>>[]
}

/** The rows of a list. */
export type RowOf<L> = L extends List<infer Field> ? Row<Field> : never

/**
 * Declares a list without a filter (specification §7).
 *
 * @param path relative to the info API's base URL
 * @param columns the fields to keep of each row, with their headers and displays, in the order of the columns
 * @example export const prizes = listOf('SelectPrizes', { id: { header: 'Id', kind: 'number' }, name: 'Nombre' })
 */
export function listOf<Field extends string>(path: string, columns: FieldColumns<Field>): List<Field> {
  return { load: loadAll(path, fieldsOf(columns)), columns: fieldColumns(columns) }
}

/** Declares a list with a filter by a name or a phone number, see {@link listOf}. */
export function filteredListOf<Field extends string>(path: string, columns: FieldColumns<Field>): List<Field> {
  return { load: loadFiltered(path, fieldsOf(columns)), columns: fieldColumns(columns) }
}

function fieldsOf<Field extends string>(columns: FieldColumns<Field>): Field[] {
  return fieldColumns(columns).map(({ field }) => field)
}
