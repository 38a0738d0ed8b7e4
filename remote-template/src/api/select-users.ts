import { apiClient } from 'shared-auth'
import { parseRows, type Row } from 'shared-ui'

const FIELDS = ['id', 'name', 'total_points', 'date'] as const

/** What {{label}} shows of a registered user. */
export type User = Row<(typeof FIELDS)[number]>

/** Asks for every registered user. */
export async function selectUsers(signal: AbortSignal): Promise<User[]> {
  const { data } = await apiClient.get<unknown>('SelectUsers', { signal })
  return parseRows(data, FIELDS, 'SelectUsers')
}
