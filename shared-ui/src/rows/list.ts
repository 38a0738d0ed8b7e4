import { type FieldColumns, fieldColumns } from './columns'
import { type LoadRows, loaderOf } from './load-rows'

/** The rows of a list. */
export type RowOf<L> = L extends { load: LoadRows<infer R> } ? R : never

interface Declaration<Field extends string> {
  /** Relative to the info API's base URL. */
  path: string
  /** The parameter of a list that the server filters. */
  filter?: string
  /** The fields to keep of each row, with their headers and displays, in the order of the columns. */
  columns: FieldColumns<Field>
}

/**
 * Declares a list of the info API (specification §7).
 *
 * @example export const prizes = listOf({ path: 'SelectPrizes', columns: { id: { header: 'Id' }, name: 'Nombre' } })
 */
export function listOf<Field extends string>({ path, filter, columns: declared }: Declaration<Field>) {
  const columns = fieldColumns(declared)
  const fields = columns.map(({ field }) => field)
  return { columns, load: loaderOf(path, fields, filter) }
}
