import { apiClient } from '@canje/shared-auth'
import { isInProgress, statusOf } from './classify-response'
import type { Code } from './select-codes'

/** Deletes one code. The payload of the response is unspecified and ignored. */
export async function deleteCode(id: Code['id']): Promise<void> {
  await apiClient.post<unknown>('DeleteCode', { prmCodeId: id })
}

/** Whether a deletion failed because the code was deleted (404) or redeemed (409) after the list was loaded. */
export function isOutOfDate(error: unknown): boolean {
  const status = statusOf(error)
  return status === 404 || (status === 409 && !isInProgress(error))
}
