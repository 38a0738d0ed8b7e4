import { apiClient, type Repeats } from '@canje/shared-auth'
import { isId } from '@canje/shared-ui'
import type { Code } from '../codes'

/** An integer with all its digits (D31), or an opaque text. */
type DeletionId = number | bigint | string

/** Ids of deletions, by the codes that they deleted. */
const deletionIds = new WeakMap<readonly Code[], DeletionId>()

/**
 * Keeps the id that the response to a deletion gives it, so that any number of codes is restored by one id.
 *
 * @param payload the payload of the response
 */
export function keepDeletionId(codes: readonly Code[], payload: unknown): void {
  if (typeof payload !== 'object' || payload === null || !('deletionId' in payload)) return
  if (isDeletionId(payload.deletionId)) deletionIds.set(codes, payload.deletionId)
}

/** The id of the deletion of these codes, the list that {@link keepDeletionId} was given; undefined without one. */
export function deletionIdOf(codes: readonly Code[]): DeletionId | undefined {
  return deletionIds.get(codes)
}

/** Whether these codes have what {@link restoreCodes} needs. */
export function areRestorable(codes: readonly Code[]): boolean {
  return deletionIds.has(codes) || codes.every(({ id }) => isId(id))
}

function isDeletionId(value: unknown): value is DeletionId {
  return typeof value === 'number' || typeof value === 'bigint' || (typeof value === 'string' && value !== '')
}

/** Restores deleted codes (D27: `restore`): all or none. Throws when the request fails. */
export async function restoreCodes(codes: readonly Code[], repeats?: Repeats): Promise<void> {
  const deletionId = deletionIds.get(codes)
  const body = deletionId === undefined ? { prmCodeIds: codes.map(({ id }) => id) } : { prmDeletionIds: [deletionId] }
  await apiClient.post<unknown>('RestoreCodes', body, { reads: false, repeats })
}
