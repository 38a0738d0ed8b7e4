import { apiClient, type Repeats } from '@canje/shared-auth'
import { isId } from '@canje/shared-ui'
import type { Code } from '../codes'
import { confirms, UnconfirmedError } from './confirm'

/** An integer with all its digits (D31), or an opaque text. */
type DeletionId = number | bigint | string

/** Ids of deletions, by the codes that they deleted. */
const deletionIds = new WeakMap<readonly Code[], readonly DeletionId[]>()

/**
 * Keeps the id that the response to a deletion gives it, so that any number of codes is restored by one id.
 *
 * @param payload the payload of the response
 */
export function keepDeletionId(codes: readonly Code[], payload: unknown): void {
  if (typeof payload !== 'object' || payload === null || !('deletionId' in payload)) return
  keepDeletionIds(codes, [payload.deletionId])
}

/** Keeps the ids of the deletions that deleted codes, if all are ids. */
export function keepDeletionIds(codes: readonly Code[], ids: readonly unknown[]): void {
  if (ids.length > 0 && ids.every(isDeletionId)) deletionIds.set(codes, ids)
}

/** The ids of the deletions of these codes, the list that {@link keepDeletionIds} was given; none if they are unknown. */
export function deletionIdsOf(codes: readonly Code[]): readonly DeletionId[] {
  return deletionIds.get(codes) ?? []
}

/** The codes of several deletions as one list, with their ids if all are known. */
export function joinDeletions(deletions: readonly (readonly Code[])[]): readonly Code[] {
  const codes = deletions.flat()
  const ids = deletions.map(deletionIdsOf)
  if (ids.every(({ length }) => length > 0)) keepDeletionIds(codes, ids.flat())
  return codes
}

/** Whether these codes have what {@link restoreCodes} needs. */
export function areRestorable(codes: readonly Code[]): boolean {
  return deletionIds.has(codes) || codes.every(({ id }) => isId(id))
}

function isDeletionId(value: unknown): value is DeletionId {
  return typeof value === 'number' || typeof value === 'bigint' || (typeof value === 'string' && value !== '')
}

/**
 * Restores deleted codes (D27: `restore`): all or none.
 *
 * @param count their number, of which `codes` may have the first ones only
 * @throws when the request fails; UnconfirmedError when its payload does not say that the codes were restored
 */
export async function restoreCodes(codes: readonly Code[], count: number, repeats?: Repeats): Promise<void> {
  const ids = deletionIdsOf(codes)
  // A service takes more ids of codes than of deletions; one deletion may have more codes than that.
  const areCodesKnown = ids.length !== 1 && codes.every(({ id }) => isId(id))
  const body = areCodesKnown ? { prmCodeIds: codes.map(({ id }) => id) } : { prmDeletionIds: ids }
  const { data } = await apiClient.post<unknown>('RestoreCodes', body, { reads: false, repeats })
  if (!confirms(data, 'restored', count)) throw new UnconfirmedError('RestoreCodes', data)
}
