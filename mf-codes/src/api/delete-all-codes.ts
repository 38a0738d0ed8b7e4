import { apiClient } from 'shared-auth'

/** Deletes every unassigned code. It is a GET that changes data, so no cache may answer it (D11). */
export async function deleteAllCodes(): Promise<void> {
  await apiClient.get<unknown>('DeleteAllCodes', { headers: { 'Cache-Control': 'no-cache' } })
}
