import { loadAll, type Row } from 'shared-ui'

const FIELDS = ['id', 'name', 'total_points', 'date'] as const

/** What {{label}} shows of a registered user. */
export type User = Row<(typeof FIELDS)[number]>

/** Asks for every registered user. */
export const selectUsers = loadAll('SelectUsers', FIELDS)
