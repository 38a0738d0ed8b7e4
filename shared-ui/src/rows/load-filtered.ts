import { apiClient } from 'shared-auth'
import type { LoadRows } from '../state/useRows'
import { parseRows, type Row } from './parse-rows'

/**
 * The load of a call that can be filtered (specification §7): an empty object asks for every row, `prmNameOrPhone` for
 * those of the user with that name or phone number.
 *
 * @param call its path below the info API's base
 * @param fields the fields to keep of each row
 */
export function loadFiltered<Field extends string>(call: string, fields: readonly Field[]): LoadRows<Row<Field>> {
  return async ({ filter, signal }) => {
    const body = filter === undefined ? {} : { prmNameOrPhone: filter }
    const { data } = await apiClient.post<unknown>(call, body, { signal })
    return parseRows(data, fields, call)
  }
}
