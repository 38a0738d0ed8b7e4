import { apiClient } from 'shared-auth'
import { isInProgress, statusOf } from './certainty'
import type { Code } from './select-codes'

/** Deletes one code. The server's payload is not specified and not looked at. */
export async function deleteCode(id: Code['id']): Promise<void> {
  await apiClient.post<unknown>('DeleteCode', { prmCodeId: id })
}

/** Whether a deletion was refused because somebody else has deleted (404) or redeemed (409) the code since it was loaded. */
export function isOutOfDate(error: unknown): boolean {
  const status = statusOf(error)
  return status === 404 || (status === 409 && !isInProgress(error))
}
