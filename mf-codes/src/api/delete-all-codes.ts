import { apiClient } from 'shared-auth'

/**
 * Deletes all unassigned codes. The GET changes data, so it bypasses caches and is never retried (D11), except with an
 * idempotency key.
 */
export async function deleteAllCodes(): Promise<void> {
  await apiClient.get<unknown>('DeleteAllCodes', { headers: { 'Cache-Control': 'no-cache' } })
}
