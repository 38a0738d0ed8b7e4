import { apiClient } from '@canje/shared-auth'
import { type Row, RowsError, readRows } from '@canje/shared-ui'

const FIELDS = [
  'id',
  'date',
  'userName',
  'action',
  'actionId',
  'batch',
  'codeId',
  'codeName',
  'count',
  'address',
] as const

/** What an account did, to one of the codes of its action or without a code (D27: `events`). */
export type StaffEvent = Row<(typeof FIELDS)[number]>

/** Events per request: the most that a service sends. */
const PAGE_SIZE = 1_000

/** Reads the newest events, or those before one. @returns fewer or more than asked for only at the end of the log */
export async function readEvents(before?: StaffEvent): Promise<{ events: StaffEvent[]; isLast: boolean }> {
  const params = { prmLimit: PAGE_SIZE, ...(before && { prmBefore: String(before.id) }) }
  const { data } = await apiClient.get<unknown>('SelectStaffEvents', { params })
  if (!Array.isArray(data)) throw new RowsError(data)
  return { events: readRows(data, FIELDS), isLast: data.length !== PAGE_SIZE }
}
