import { loadAll, type Row } from '@canje/shared-ui'

const FIELDS = ['id', 'date', 'userName', 'action', 'codeId', 'codeName', 'count', 'address'] as const

/** A code of an action of the staff, or an action without a code (D27: `events`). */
export type StaffEvent = Row<(typeof FIELDS)[number]>

/** Loads the actions of the staff. */
export const selectStaffEvents = loadAll('SelectStaffEvents', FIELDS)
