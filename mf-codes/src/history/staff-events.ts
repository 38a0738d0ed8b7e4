import { apiClient } from '@canje/shared-auth'
import { type Cell, type Row, RowsError, readRows } from '@canje/shared-ui'
import type { DeletionId } from '../change'
import { type Code, codeKey } from '../codes'
import { isDeletionId } from '../response'

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

/** Whether the action of events deletes codes. */
export function isDeletion(action: Cell): boolean {
  return action === 'delete' || action === 'delete_all'
}

/** Events per request: the most that a service sends. */
const PAGE_SIZE = 1_000

/** Reads the newest events, or those before one. @returns fewer or more than asked for only at the end of the log */
export async function readEvents(
  before?: StaffEvent,
  signal?: AbortSignal,
): Promise<{ events: StaffEvent[]; isLast: boolean }> {
  const params = { prmLimit: PAGE_SIZE, ...(before && { prmBefore: String(before.id) }) }
  const { data } = await apiClient.get<unknown>('SelectStaffEvents', { params, ...(signal && { signal }) })
  if (!Array.isArray(data)) throw new RowsError(data)
  return { events: readRows(data, FIELDS), isLast: data.length !== PAGE_SIZE }
}

/**
 * Reads the ids of deletions whose responses were lost from the newest events (D27, feature `history`).
 *
 * @returns the ids of the last deletions of the codes; none unless these have deleted as many codes
 */
export async function findDeletionIds(codes: readonly Code[]): Promise<readonly DeletionId[]> {
  const { events } = await readEvents().catch(() => ({ events: [] }))
  const counts = new Map<DeletionId, number>()
  const left = new Set(codes.map(codeKey))
  for (const { action, actionId, codeId, codeName, count } of events) {
    if (isDeletion(action) && isDeletionId(actionId) && left.delete(codeKey({ id: codeId, name: codeName })))
      counts.set(actionId, Number(count))
  }
  const deleted = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return deleted === codes.length ? [...counts.keys()] : []
}
