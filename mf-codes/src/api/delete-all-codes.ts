import { apiClient, type Repeats } from '@canje/shared-auth'
import type { Code } from '../codes'
import { confirms, UnconfirmedError } from './confirm'
import { namedCodes } from './named-codes'
import { type DeletionId, deletionIdsIn } from './restore-codes'

/**
 * Deletes all unassigned codes. The GET changes data, so it bypasses caches and is never retried (D11, changing GET),
 * except with an idempotency key.
 *
 * @returns the deleted codes and the id of their deletion, if the response names them
 * @throws when the request fails; UnconfirmedError when its payload does not say that codes were deleted
 */
export async function deleteAllCodes(
  repeats?: Repeats,
): Promise<{ codes: Code[] | undefined; deletionIds: readonly DeletionId[] }> {
  const { data } = await apiClient.get<unknown>('DeleteAllCodes', {
    headers: { 'Cache-Control': 'no-cache' },
    reads: false,
    repeats,
  })
  if (!confirms(data, 'deleted')) throw new UnconfirmedError('DeleteAllCodes', data)
  return { codes: namedCodes(data), deletionIds: deletionIdsIn(data) }
}
