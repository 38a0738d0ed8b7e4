import type { ActionFailure } from '@canje/shared-ui'
import type { Deletion } from './api/deletion'

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
  /** A restoration has taken the deletion back. */
  | 'undone'
  | 'closed'

/** Why a change is not done. */
export interface Failure extends ActionFailure {
  /** That of the change. */
  name: string
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
  requested?: number
  /** What staff must confirm before {@link confirm} sends it. */
  question?: string
  confirm?: () => void
  /** The number of the repeated request and their maximum, such as '2 de 6'. */
  attempt?: string
  stop?: () => void
  isStopping?: boolean
  /** Of several requests, the number of those that are over, and of all. */
  progress?: readonly [number, number]
  /** Why codes were not deleted, a sentence for each; not stored. */
  refused?: readonly string[]
  /** Why nobody knows whether others were deleted, in the same way. */
  unknown?: readonly string[]
  failure?: Failure | undefined
  /** The session had ended, so nobody was told of an unknown outcome. */
  isUntold?: boolean
}

export function isPending({ status }: Change): boolean {
  return status === 'sent' || status === 'repeated'
}

export function isReceipt({ status }: Change): boolean {
  return status === 'done' || status === 'refused' || status === 'unknown'
}
