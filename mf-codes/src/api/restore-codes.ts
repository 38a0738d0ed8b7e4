import { apiClient } from '@canje/shared-auth'
import type { Code } from './select-codes'

/** Restores deleted codes (D27: `restore`): all or none. Throws when the request fails. */
export async function restoreCodes(codes: readonly Code[]): Promise<void> {
  await apiClient.post<unknown>('RestoreCodes', { prmCodeIds: codes.map(({ id }) => id) })
}
