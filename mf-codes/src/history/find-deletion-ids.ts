import type { Cell } from '@canje/shared-ui'
import { keepDeletionIds } from '../api/restore-codes'
import { type Code, codeKey } from '../codes'
import { readEvents, type StaffEvent } from './staff-events'

/**
 * Reads the ids of deletions by one press from the newest events (D27: `batches`, `events`).
 *
 * @param batch names the press; undefined for a deletion of all, which has one id
 * @returns one id per code, in their order, or that of all; undefined for a deletion that the events do not have
 */
export async function findDeletionIds(
  codes: readonly Code[],
  batch: string | undefined,
): Promise<(Cell | undefined)[]> {
  const { events } = await readEvents()
  const idOf = (isOfPress: (event: StaffEvent) => boolean) => {
    const ids = new Map(
      events
        .filter(isOfPress)
        // The newest is the last one, which stays.
        .reverse()
        .map(({ codeId, codeName, actionId }) => [codeKey({ id: codeId, name: codeName }), actionId]),
    )
    return codes.map((code) => ids.get(codeKey(code)))
  }
  if (batch !== undefined) return idOf((event) => event.batch === batch)
  const isOfAll = ({ action, count }: StaffEvent) => action === 'delete_all' && Number(count) === codes.length
  return idOf(isOfAll)
    .filter((id) => id !== undefined)
    .slice(0, 1)
}

/** Finds the ids of a deletion whose response was lost, which its receipt needs after a reload (D29). */
export async function identifyDeletion(codes: readonly Code[], batch: string | undefined): Promise<void> {
  keepDeletionIds(codes, await findDeletionIds(codes, batch).catch(() => []))
}
