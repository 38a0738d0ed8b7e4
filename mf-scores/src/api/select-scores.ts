import { loadFiltered, type Row } from '@canje/shared-ui'

const FIELDS = ['id', 'points', 'name', 'locate', 'date'] as const

/** The points of a user at a point of sale (specification §3). */
export type Score = Row<(typeof FIELDS)[number]>

/** Loads all scores, or the scores of users that match a name or phone number. */
export const selectScores = loadFiltered('SelectScores', FIELDS)
