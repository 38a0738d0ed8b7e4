import { apiClient } from 'shared-auth'
import { type LoadRows, parseRows, type Row } from 'shared-ui'

const FIELDS = ['id', 'points', 'name', 'locate', 'date'] as const

/** The points of a user at a point of sale (specification §3). */
export type Score = Row<(typeof FIELDS)[number]>

/** Asks for every score, or those of the user with that name or phone number. */
export const selectScores: LoadRows<Score> = async ({ filter, signal }) => {
  const body = filter === undefined ? {} : { prmNameOrPhone: filter }
  const { data } = await apiClient.post<unknown>('SelectScores', body, { signal })
  return parseRows(data, FIELDS, 'SelectScores')
}
