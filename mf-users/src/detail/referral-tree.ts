import { type Cell, cellKey, type Row } from '@canje/shared-ui'

/** Children of a node that are shown; a person may have tens of thousands. */
const MAX_CHILDREN = 200

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

/** A visible line of a tree: a user, or the number of children that are not shown. */
export type TreeLine = UserLine | { key: string; level: number; missing: number }

export interface UserLine {
  /** Identifies the place in the tree: a user may be at several ones. */
  key: string
  user: Referred
  parent: UserLine | undefined
  /** 1 for the direct referrals. */
  level: number
  /** Number among its siblings, from 1, and how many they are. */
  place: number
  siblings: number
  /** Undefined without children. */
  isExpanded: boolean | undefined
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

/**
 * Lists the visible lines of a tree, from above.
 *
 * @param expanded the keys of the expanded lines
 */
export function visibleLines(tree: ReferralTree, expanded: ReadonlySet<string>): TreeLine[] {
  const lines: TreeLine[] = []
  addBelow(undefined)
  return lines

  function addBelow(parent: UserLine | undefined) {
    const users = tree.children.get(parent ? cellKey(parent.user.id) : tree.root) ?? []
    const level = (parent?.level ?? 0) + 1
    for (const [index, user] of users.slice(0, MAX_CHILDREN).entries()) {
      const key = `${parent?.key ?? ''}/${index}:${cellKey(user.id)}`
      const isExpanded = hasChildren(user, parent) ? expanded.has(key) : undefined
      const line = { key, user, parent, level, place: index + 1, siblings: users.length, isExpanded }
      lines.push(line)
      if (isExpanded) addBelow(line)
    }
    const missing = users.length - MAX_CHILDREN
    if (missing > 0) lines.push({ key: `${parent?.key ?? ''}/más`, level, missing })
  }

  function hasChildren({ id }: Referred, parent: UserLine | undefined): boolean {
    const key = cellKey(id)
    return tree.children.has(key) && key !== tree.root && !isAncestor(key, parent)
  }
}

/** Whether a user is on the way from a line to the root, so that the tree has a cycle. */
function isAncestor(key: string, line: UserLine | undefined): boolean {
  for (let at = line; at; at = at.parent) if (cellKey(at.user.id) === key) return true
  return false
}
