import { useCallback } from 'react'
import { type Notify, useSession } from 'shared-auth'
import { notify } from './toasts'

/** The `notify` handed to tabs: what a call of an ended session has to say is not shown in the next one (D21). */
export function useSessionNotify(): Notify {
  const idToken = useSession((session) => session.idToken)
  return useCallback(
    (message) => {
      if (idToken !== null && useSession.getState().idToken === idToken) notify(message)
    },
    [idToken],
  )
}
