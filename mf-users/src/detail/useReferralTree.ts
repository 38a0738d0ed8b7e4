import { type Cell, type Fault, faultOf, useComputed, useRenewedAt } from '@canje/shared-ui'
import { useMemo, useState } from 'react'
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
  const request = useMemo(
    () => (user === undefined ? undefined : { user, attempt, renewedAt }),
    [user, attempt, renewedAt],
  )
  const last = useComputed(request, ({ user }, signal) =>
    selectReferralTree(user, signal).then(
      (tree) => ({ tree, loadedAt: new Date() }),
      (error: unknown) => ({ failure: faultOf(error), loadedAt: undefined }),
    ),
  )
  return {
    ...(last && last.input.user === user ? last.value : { loadedAt: undefined }),
    isLoading: request !== undefined && last?.input !== request,
    retry: () => setAttempt(attempt + 1),
  }
}
