import { loadAll, type Row } from '@canje/shared-ui'

const FIELDS = [
  'id',
  'name',
  'mail',
  'phone',
  'identification_number',
  'total_points',
  'cityName',
  'documentType',
  'date',
] as const

/** A registered user (specification §3). */
export type User = Row<(typeof FIELDS)[number]>

/** Loads all registered users (D4). */
export const selectUsers = loadAll('SelectUsers', FIELDS)
