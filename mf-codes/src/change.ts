import { type ActionFailure, isId } from '@canje/shared-ui'
import type { Code } from './codes'

export type Status =
  /** It waits for a confirmation. */
  | 'asked'
  | 'sent'
  /** The service has failed, and a request is sent again; the earlier one may have taken effect. */
  | 'repeated'
  | 'done'
  /** It had no effect. */
  | 'refused'
  /** Nobody knows whether all of it took effect. */
  | 'unknown'
  /** It has no receipt: staff have cancelled or closed it, or a restoration has taken the deletion back. */
  | 'closed'

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

/** A press that creates, deletes or restores codes, with those that it has created or deleted, as far as they are known. */
export interface Change extends Deletion {
  /** Different for each change of the tab. */
  id: number
  status: Status
  kind: 'create' | 'delete' | 'restore'
  /** The name of its button, by which one change is sent at a time. */
  name: string
  /** In milliseconds since the epoch. */
  at: number
  /** The number of codes to create; of the codes beyond it, some may be of another person. */
  requested?: number | undefined
  /** What staff must confirm before {@link confirm} sends it. */
  question?: string
  confirm?: () => void
  /** The number of the repeated request and their maximum, such as '2 de 6'. */
  attempt?: string
  /** Sends nothing more; undefined once it was pressed. */
  stop?: (() => void) | undefined
  /** Of several requests, the number of those that are over, and of all. */
  progress?: readonly [number, number]
  /** Why codes were not deleted, a sentence for each; not stored. */
  refused?: readonly string[]
  /** Why nobody knows whether others were deleted, in the same way. */
  unknown?: readonly string[]
  /** Why it is not done. */
  failure?: ActionFailure | undefined
  /** The session had ended, so nobody was told of an unknown outcome. */
  isUntold?: boolean
}

export function isPending({ status }: Change): boolean {
  return status === 'sent' || status === 'repeated'
}

export function isReceipt({ status }: Pick<Change, 'status'>): boolean {
  return status === 'done' || status === 'refused' || status === 'unknown'
}

/** Whether the service can be asked to restore a deletion: by its ids, or by those of all its codes. */
export function isRestorable({ codes, deletionIds }: Deletion): boolean {
  return deletionIds.length > 0 || codes.every(({ id }) => isId(id))
}
