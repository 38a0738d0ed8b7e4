import { useCallback } from 'react'
import type { Notify } from 'shared-auth'
import { sessionId, useSessionId } from 'shared-auth/host'
import { notify } from './toasts'

/** The `notify` handed to tabs: what a call of an ended session has to say is not shown in the next one (D21). */
export function useSessionNotify(): Notify {
  const session = useSessionId()
  return useCallback(
    (message) => {
      if (session !== null && sessionId() === session) notify(message)
    },
    [session],
  )
}
