import { apiClient, type Repeats } from '@canje/shared-auth'
import type { Code } from '../codes'
import { confirms, saidNumber, UnconfirmedError } from './confirm'
import { type DeletionId, deletionIdsIn } from './restore-codes'

/** How a code is deleted. */
export interface DeletionRequest {
  repeats?: Repeats | undefined
  /** Names the press, which may delete several codes (D27, feature `history`). */
  batch?: string | undefined
}

/**
 * Deletes one code.
 *
 * @returns the id of the deletion, if the response has it
 * @throws when the request fails; UnconfirmedError when its payload does not say that the code was deleted
 */
export async function deleteCode({ id }: Code, { repeats, batch }: DeletionRequest): Promise<readonly DeletionId[]> {
  const body = { prmCodeId: id, ...(batch && { prmBatch: batch }) }
  const { data } = await apiClient.post<unknown>('DeleteCode', body, { reads: false, repeats })
  const deletionIds = deletionIdsIn(data)
  const isIdentified = saidNumber(data, 'deleted') === undefined && deletionIds.length > 0
  if (!confirms(data, 'deleted', 1) && !isIdentified) throw new UnconfirmedError('DeleteCode', data)
  return deletionIds
}

/** A name that is unique among the presses that the service records. */
export function newBatch(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
