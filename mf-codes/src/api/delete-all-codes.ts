import { apiClient, type Repeats } from '@canje/shared-auth'
import type { Code } from '../codes'
import { namedCodes } from './named-codes'
import { keepDeletionId } from './restore-codes'

/**
 * Deletes all unassigned codes. The GET changes data, so it bypasses caches and is never retried (D11), except with an
 * idempotency key.
 *
 * @returns the deleted codes, if the response names them
 */
export async function deleteAllCodes(repeats?: Repeats): Promise<Code[] | undefined> {
  const { data } = await apiClient.get<unknown>('DeleteAllCodes', {
    headers: { 'Cache-Control': 'no-cache' },
    reads: false,
    repeats,
  })
  const codes = namedCodes(data)
  if (codes) keepDeletionId(codes, data)
  return codes
}
