import { apiClient } from '@canje/shared-auth'
import { type Cell, type Fault, isId, RowsError, readRows } from '@canje/shared-ui'
import { REFERRED_FIELDS, type ReferralTree, referralTree } from '../detail/referral-tree'

const PATH = 'SelectScoreReferrals'

/**
 * Loads the referral tree below a user by `SelectScoreReferrals` (D5, score referrals). Rows without a referrer have no place in it: they
 * are dropped, and reported once to the console (D6, unknown fields).
 *
 * @throws Error when the request fails; RowsError when the payload is not an array
 */
export async function selectReferralTree(user: Cell, signal: AbortSignal): Promise<ReferralTree> {
  const { data } = await apiClient.post<unknown>(PATH, { prmUserId: user }, { signal, reads: true })
  if (!Array.isArray(data)) throw new RowsError(data)
  const rows = readRows(data, REFERRED_FIELDS).filter(({ parent_id }) => isId(parent_id))
  const dropped = data.length - rows.length
  if (dropped > 0) console.warn(`${PATH}: dropped ${dropped} of ${data.length} rows without a referrer.`)
  return referralTree(user, rows)
}

/** Whether the tree's request failed because the service has no such call; a 404 may also say that it has no such user. */
export function lacksTree(fault: Fault): boolean {
  return fault.kind === 'refused' && fault.status === 404 && fault.code !== 'user_unknown'
}
