import { apiClient } from 'shared-auth'
import type { Code } from './select-codes'

/** Deletes one code. The server's payload is not specified and not looked at. */
export async function deleteCode(id: Code['id']): Promise<void> {
  await apiClient.post<unknown>('DeleteCode', { prmCodeId: id })
}
