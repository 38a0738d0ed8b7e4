import { apiClient } from '@canje/shared-auth'
import { type Cell, cellKey, type Fault, isId, type Row, RowsError, readRows } from '@canje/shared-ui'

const PATH = 'SelectScoreReferrals'
const FIELDS = ['id', 'parent_id', 'name', 'points'] as const

/** A user below the root of the tree. */
export type Referred = Row<(typeof FIELDS)[number]>

/** The users below a user. A service may send cycles, which this form does not follow. */
export interface ReferralTree {
  /** The key of the user, see `cellKey`. */
  root: string
  /** The referred users by the key of their referrer, in the order of the response. */
  children: ReadonlyMap<string, readonly Referred[]>
}

/**
 * Loads the referral tree below a user by `SelectScoreReferrals` (D5, score referrals). Rows without a referrer have no place in it: they
 * are dropped, and reported once to the console (D6, unknown fields).
 *
 * @throws Error when the request fails; RowsError when the payload is not an array
 */
export async function selectReferralTree(user: Cell, signal: AbortSignal): Promise<ReferralTree> {
  const { data } = await apiClient.post<unknown>(PATH, { prmUserId: user }, { signal, reads: true })
  if (!Array.isArray(data)) throw new RowsError(data)
  const rows = readRows(data, FIELDS).filter(({ parent_id }) => isId(parent_id))
  const dropped = data.length - rows.length
  if (dropped > 0) console.warn(`${PATH}: dropped ${dropped} of ${data.length} rows without a referrer.`)
  const children = new Map<string, Referred[]>()
  for (const row of rows) {
    const parent = cellKey(row.parent_id)
    const siblings = children.get(parent)
    if (siblings) siblings.push(row)
    else children.set(parent, [row])
  }
  return { root: cellKey(user), children }
}

/** Whether the tree's request failed because the service has no such call; a 404 may also say that it has no such user. */
export function lacksTree(fault: Fault): boolean {
  return fault.kind === 'refused' && fault.status === 404 && fault.code !== 'user_unknown'
}
