import { isId } from '@canje/shared-ui'
import type { Code } from '../codes'

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

/** Whether the service can be asked to restore a deletion: by its ids, or by those of all its codes. */
export function isRestorable({ codes, deletionIds }: Deletion): boolean {
  return deletionIds.length > 0 || codes.every(({ id }) => isId(id))
}
