import type { Cell } from '@canje/large-table'
import { apiClient } from '@canje/shared-auth'
import type { TreeNode } from 'primereact/treenode'

/** A user below the root of the tree. */
interface Referred {
  id: number
  parent_id: number
  name: string | null
  points: number | null
}

/**
 * Loads the referral tree below a user by `SelectScoreReferrals` (D5).
 *
 * @returns the direct referrals with those below them, in the order of the response
 * @throws Error when the request fails, or its response is not a list of referred users
 */
export async function selectReferralTree(user: Cell, signal: AbortSignal): Promise<TreeNode[]> {
  const { data } = await apiClient.post<unknown>('SelectScoreReferrals', { prmUserId: user }, { signal })
  if (!Array.isArray(data) || !data.every(isReferred)) throw new Error('SelectScoreReferrals: not a list of referrals.')
  const byParent = new Map<string, Referred[]>()
  for (const row of data) {
    const parent = String(row.parent_id)
    byParent.set(parent, [...(byParent.get(parent) ?? []), row])
  }
  return nodesBelow(user, byParent)
}

function nodesBelow(user: Cell, byParent: Map<string, Referred[]>): TreeNode[] {
  const parent = String(user)
  const rows = byParent.get(parent) ?? []
  // Each parent once: a service may send a cycle.
  byParent.delete(parent)
  return rows.map(({ id, name, points }) => {
    const children = nodesBelow(id, byParent)
    const label = `${name ?? 'Sin nombre'} · ${points ?? 0} puntos`
    const leaf = children.length === 0
    // Without `expanded`, a collapsed node has no aria-expanded.
    return { key: `${parent}-${id}`, label, children, leaf, ...(!leaf && { expanded: false }) }
  })
}

function isReferred(value: unknown): value is Referred {
  if (typeof value !== 'object' || value === null) return false
  const { id, parent_id, name, points } = value as Partial<Record<keyof Referred, unknown>>
  const isText = name === null || typeof name === 'string'
  return (
    typeof id === 'number' && typeof parent_id === 'number' && isText && (points === null || typeof points === 'number')
  )
}
