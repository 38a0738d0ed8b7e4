import { type Cell, faultOf, useComputed, useRenewedAt } from '@canje/shared-ui'
import { useMemo, useState } from 'react'
import { selectReferralTree } from '../api/select-referral-tree'

/** See {@link useReferralTree}. */
export type TreeReading = ReturnType<typeof useReferralTree>

const UNREAD = { tree: undefined, loadedAt: undefined, failure: undefined }

/**
 * Loads the referral tree of a user, and again with each renewal of the panel.
 *
 * @param user the id; without one, nothing is loaded
 */
export function useReferralTree(user: Cell | undefined) {
  const renewedAt = useRenewedAt()
  const [attempt, setAttempt] = useState(0)
  const request = useMemo(
    () => (user === undefined ? undefined : { user, attempt, renewedAt }),
    [user, attempt, renewedAt],
  )
  const last = useComputed(request, ({ user }, signal) =>
    selectReferralTree(user, signal).then(
      (tree) => ({ ...UNREAD, tree, loadedAt: new Date() }),
      (error: unknown) => ({ ...UNREAD, failure: faultOf(error) }),
    ),
  )
  return {
    /** The tree, and when it was loaded, or why the last request failed. */
    ...(last && last.input.user === user ? last.value : UNREAD),
    isLoading: request !== undefined && last?.input !== request,
    retry: () => setAttempt(attempt + 1),
  }
}
