import { loadAll, type Row } from 'shared-ui'

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

/** Asks for every registered user (D4). */
export const selectUsers = loadAll('SelectUsers', FIELDS)
