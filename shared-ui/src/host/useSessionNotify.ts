import type { Notify } from '@canje/shared-auth'
import { sessionId, useHostSession } from '@canje/shared-auth/host'
import { useCallback } from 'react'
import { notify } from './toasts'

/** The `notify` prop of tabs: it discards toasts of an earlier session (D21, session state). */
export function useSessionNotify(): Notify {
  const session = useHostSession(({ id }) => id)
  return useCallback(
    (message) => {
      if (session !== null && sessionId() === session) notify(message)
    },
    [session],
  )
}
