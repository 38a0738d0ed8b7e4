import { apiClient, type Repeats } from '@canje/shared-auth'
import { isId } from '@canje/shared-ui'
import type { Code } from '../codes'
import { confirms, UnconfirmedError } from './confirm'

/** An integer with all its digits (D31, long integers), or an opaque text. */
export type DeletionId = number | bigint | string

/** Deleted codes, and what restores them. */
export interface Deletion {
  /** After a reload, the first ones only, without their ids. */
  codes: readonly Code[]
  count: number
  /** Of the deletions that deleted them; none if they are unknown. */
  deletionIds: readonly DeletionId[]
}

/** The ids of deletions in a payload of a service with the feature `history`, if it has one. */
export function deletionIdsIn(payload: unknown): readonly DeletionId[] {
  const { deletionId }: { deletionId?: unknown } = Object(payload)
  return isDeletionId(deletionId) ? [deletionId] : []
}

export function isDeletionId(value: unknown): value is DeletionId {
  return typeof value === 'number' || typeof value === 'bigint' || (typeof value === 'string' && value !== '')
}

/** Whether {@link restoreCodes} can restore a deletion. */
export function isRestorable({ codes, deletionIds }: Deletion): boolean {
  return deletionIds.length > 0 || codes.every(({ id }) => isId(id))
}

/**
 * Restores deleted codes (D27, feature `history`): all or none.
 *
 * @throws when the request fails; UnconfirmedError when its payload does not say that the codes were restored
 */
export async function restoreCodes({ codes, count, deletionIds }: Deletion, repeats?: Repeats): Promise<void> {
  // A service takes more ids of codes than of deletions; one deletion may have more codes than that.
  const areCodesKnown = deletionIds.length !== 1 && codes.every(({ id }) => isId(id))
  const body = areCodesKnown ? { prmCodeIds: codes.map(({ id }) => id) } : { prmDeletionIds: deletionIds }
  const { data } = await apiClient.post<unknown>('RestoreCodes', body, { reads: false, repeats })
  if (!confirms(data, 'restored', count)) throw new UnconfirmedError('RestoreCodes', data)
}
