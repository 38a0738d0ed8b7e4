import type { Cell } from '@canje/large-table'
import { Tree } from 'primereact/tree'
import type { TreeNode } from 'primereact/treenode'
import { useEffect, useState } from 'react'
import { selectReferralTree } from './select-referral-tree'

/** An item is named by its content, and is operated itself: its arrow has no name. */
const ATTRIBUTES = { node: { 'aria-label': undefined }, toggler: { 'aria-hidden': true } }

/** The persons that a user referred, and those that they referred, as a tree. */
export default function ReferralTree({ user }: { user: Cell }) {
  const [nodes, setNodes] = useState<TreeNode[] | 'loading' | 'missing'>('loading')

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    selectReferralTree(user, signal).then(
      (found) => {
        if (!signal.aborted) setNodes(found)
      },
      () => {
        if (!signal.aborted) setNodes('missing')
      },
    )
    return () => controller.abort()
  }, [user])

  if (nodes === 'loading') return <p>Cargando…</p>
  if (nodes === 'missing') return <p>El servidor no ofrece el árbol de referidos.</p>
  if (nodes.length === 0) return <p>Sin referidos.</p>
  return <Tree value={nodes} aria-label="Árbol de referidos" className="referral-tree" pt={ATTRIBUTES} />
}
