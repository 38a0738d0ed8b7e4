import { isLoggedIn, useSession } from '@canje/shared-auth'
import { keepView, sessionId } from '@canje/shared-auth/host'
import { useEffect } from 'react'
import type { OpenDocument } from '../new-document'
import { forgetStoredPreview } from '../remotes'
import { currentPath, LOGIN, MAIN } from '../return-path'
import type { OpenDraft } from './tab-props'

/**
 * Leaves the document once the session has ended, or another one has replaced it (D10, 401; D35, sign-out). An expired session keeps the
 * view and the draft for its person (D29, session storage).
 */
export function useSessionEnd(open: OpenDraft, leave: OpenDocument): void {
  useEffect(() => {
    const session = sessionId()
    const leaveIfEnded = () => {
      if (session !== null && sessionId() === session) return
      forgetStoredPreview()
      if (isLoggedIn()) return leave(MAIN)
      keepView(currentPath(), open.draft)
      leave(LOGIN)
    }
    leaveIfEnded()
    return useSession.subscribe(leaveIfEnded)
  }, [open, leave])
}
