import { apiClient, type Repeats } from '@canje/shared-auth'
import type { Code } from '../codes'
import { refusalStatus } from './classify-response'
import { confirms, saidNumber, UnconfirmedError } from './confirm'
import { deletionIdsOf, keepDeletionId } from './restore-codes'

/** How a code is deleted. */
export interface DeletionRequest {
  repeats?: Repeats | undefined
  /** Names a press that deletes several codes (D27: `batches`). */
  batch?: string | undefined
}

/**
 * Deletes one code. The response may have the id of the deletion (D27: `restore`).
 *
 * @returns the deleted code
 * @throws when the request fails; UnconfirmedError when its payload does not say that the code was deleted
 */
export async function deleteCode(code: Code, { repeats, batch }: DeletionRequest = {}): Promise<Code[]> {
  const body = { prmCodeId: code.id, ...(batch && { prmBatch: batch }) }
  const { data } = await apiClient.post<unknown>('DeleteCode', body, { reads: false, repeats })
  const codes = [code]
  keepDeletionId(codes, data)
  const isIdentified = saidNumber(data, 'deleted') === undefined && deletionIdsOf(codes).length > 0
  if (!confirms(data, 'deleted', 1) && !isIdentified) throw new UnconfirmedError('DeleteCode', data)
  return codes
}

/** Whether a deletion failed because the code was deleted (404) or redeemed (409) after the list was loaded. */
export function isOutOfDate(error: unknown): boolean {
  const status = refusalStatus(error)
  return status === 404 || status === 409
}
