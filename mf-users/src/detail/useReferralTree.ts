import { type Cell, type Fault, faultOf, useRenewedAt } from '@canje/shared-ui'
import { useEffect, useMemo, useState } from 'react'
import { selectReferralTree } from '../api/select-referral-tree'
import type { ReferralTree } from './referral-tree'

/** See {@link useReferralTree}. */
export interface TreeReading {
  tree?: ReferralTree
  /** When the tree was loaded. */
  loadedAt: Date | undefined
  /** Why the last request failed. */
  failure?: Fault
  isLoading: boolean
  retry: () => void
}

/**
 * Loads the referral tree of a user, and again with each renewal of the panel.
 *
 * @param user the id; without one, nothing is loaded
 */
export function useReferralTree(user: Cell | undefined): TreeReading {
  const renewedAt = useRenewedAt()
  const [attempt, setAttempt] = useState(0)
  const request = useMemo(() => ({ user, attempt, renewedAt }), [user, attempt, renewedAt])
  const [last, setLast] = useState<Omit<TreeReading, 'isLoading' | 'retry'> & { request: typeof request }>()

  useEffect(() => {
    const { user } = request
    if (user === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    selectReferralTree(user, signal)
      .then(
        (tree) => ({ request, tree, loadedAt: new Date() }),
        (error) => ({ request, failure: faultOf(error), loadedAt: undefined }),
      )
      .then((settled) => !signal.aborted && setLast(settled))
    return () => controller.abort()
  }, [request])

  return {
    loadedAt: undefined,
    ...(last?.request.user === user ? last : {}),
    isLoading: user !== undefined && last?.request !== request,
    retry: () => setAttempt(attempt + 1),
  }
}
