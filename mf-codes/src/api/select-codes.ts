import { loadAll, type Row } from '@canje/shared-ui'

const FIELDS = ['id', 'name', 'userName', 'used', 'date'] as const

/** A code. `name` is its text, and `userName` is null until it is assigned (specification §3). */
export type Code = Row<(typeof FIELDS)[number]>

/** Identifies a code: by its id, otherwise by its text. */
export const CODE_KEY = { field: 'id', textKey: 'name' } as const

/** Loads all codes. */
export const selectCodes = loadAll('SelectCodes', FIELDS)
