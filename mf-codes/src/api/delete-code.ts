import { apiClient, type Repeats } from '@canje/shared-auth'
import type { Code } from '../codes'
import { refusalStatus } from './classify-response'
import { keepDeletionId } from './restore-codes'

/**
 * Deletes one code. The payload of the response is unspecified, but for the id of the deletion (D27: `restore`).
 *
 * @returns the deleted code
 */
export async function deleteCode(code: Code, repeats?: Repeats): Promise<Code[]> {
  const { data } = await apiClient.post<unknown>('DeleteCode', { prmCodeId: code.id }, { reads: false, repeats })
  const codes = [code]
  keepDeletionId(codes, data)
  return codes
}

/** Whether a deletion failed because the code was deleted (404) or redeemed (409) after the list was loaded. */
export function isOutOfDate(error: unknown): boolean {
  const status = refusalStatus(error)
  return status === 404 || status === 409
}
