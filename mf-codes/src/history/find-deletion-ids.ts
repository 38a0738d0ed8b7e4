import { type DeletionId, isDeletionId } from '../api/restore-codes'
import { type Code, codeKey } from '../codes'
import { readEvents, type StaffEvent } from './staff-events'

/**
 * Reads the ids of deletions whose responses were lost from the newest events (D27, feature `history`).
 *
 * @param batch names the press; undefined for a deletion of all, which has one id
 * @returns one id per code, in their order, or that of all; none unless the events have them all
 */
export async function findDeletionIds(
  codes: readonly Code[],
  batch: string | undefined,
): Promise<readonly DeletionId[]> {
  const { events } = await readEvents().catch(() => ({ events: [] }))
  const isOfAll = ({ action, count }: StaffEvent) => action === 'delete_all' && Number(count) === codes.length
  const ids = new Map(
    events
      .filter((event) => (batch === undefined ? isOfAll(event) : event.batch === batch))
      // The newest is the last one, which stays.
      .reverse()
      .map(({ codeId, codeName, actionId }) => [codeKey({ id: codeId, name: codeName }), actionId]),
  )
  const found = codes.map((code) => ids.get(codeKey(code)))
  if (batch === undefined) return found.filter(isDeletionId).slice(0, 1)
  return found.every(isDeletionId) ? found : []
}
