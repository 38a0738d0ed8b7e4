import { loadAll, type Row } from '@canje/shared-ui'

const FIELDS = ['id', 'name', 'total_points', 'date'] as const

/** The fields of a registered user in {{label}}. */
export type User = Row<(typeof FIELDS)[number]>

/** Loads all registered users. */
export const selectUsers = loadAll('SelectUsers', FIELDS)
