import { apiClient } from 'shared-auth'

/**
 * Deletes every unassigned code. It is a GET that changes data, so no cache may answer it, and it is never retried (D11):
 * only a call with an idempotency key is sent again, which deletes nothing more.
 */
export async function deleteAllCodes(): Promise<void> {
  await apiClient.get<unknown>('DeleteAllCodes', { headers: { 'Cache-Control': 'no-cache' } })
}
