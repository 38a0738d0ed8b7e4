import { type Cell, cellKey, type Row } from '@canje/shared-ui'

export const REFERRED_FIELDS = ['id', 'parent_id', 'name', 'points'] as const

/** A user below the root of the tree. */
export type Referred = Row<(typeof REFERRED_FIELDS)[number]>

/** The users below a user. A service may send cycles, which this form does not follow. */
export interface ReferralTree {
  /** The key of the user, see `cellKey`. */
  root: string
  /** The referred users by the key of their referrer, in the order of the response. */
  children: ReadonlyMap<string, readonly Referred[]>
}

/** Builds the tree below a user from its rows. */
export function referralTree(root: Cell, rows: readonly Referred[]): ReferralTree {
  const children = new Map<string, Referred[]>()
  for (const row of rows) {
    const parent = cellKey(row.parent_id)
    const siblings = children.get(parent)
    if (siblings) siblings.push(row)
    else children.set(parent, [row])
  }
  return { root: cellKey(root), children }
}
