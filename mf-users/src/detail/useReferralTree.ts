import { type Cell, type Fault, faultOf, useRenewedAt } from '@canje/shared-ui'
import { useEffect, useMemo, useState } from 'react'
import { selectReferralTree } from '../api/select-referral-tree'
import type { ReferralTree } from './referral-tree'

/** See {@link useReferralTree}. */
export interface TreeReading {
  /** The last tree, or why its last request failed; undefined before. */
  result: ReferralTree | Fault | undefined
  /** When the tree was loaded; undefined without one. */
  loadedAt: Date | undefined
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
  const [last, setLast] = useState<Pick<TreeReading, 'result' | 'loadedAt'> & { request: typeof request }>()

  useEffect(() => {
    const { user } = request
    if (user === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const settle = (result: ReferralTree | Fault) => {
      if (!signal.aborted) setLast({ request, result, loadedAt: isTree(result) ? new Date() : undefined })
    }
    selectReferralTree(user, signal).then(settle, (error) => settle(faultOf(error)))
    return () => controller.abort()
  }, [request])

  const shown = last?.request.user === user ? last : undefined
  return {
    result: shown?.result,
    loadedAt: shown?.loadedAt,
    isLoading: user !== undefined && last?.request !== request,
    retry: () => setAttempt(attempt + 1),
  }
}

/** Whether a request for a tree succeeded. */
export function isTree(result: ReferralTree | Fault): result is ReferralTree {
  return 'children' in result
}
