import { type DeletionId, isDeletionId } from '../api/deletion'
import { type Code, codeKey } from '../codes'
import { readEvents } from './staff-events'

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
    const isDeletion = action === 'delete' || action === 'delete_all'
    if (isDeletion && isDeletionId(actionId) && left.delete(codeKey({ id: codeId, name: codeName })))
      counts.set(actionId, Number(count))
  }
  const deleted = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return deleted === codes.length ? [...counts.keys()] : []
}
