import { isLoggedIn, useSession } from '@canje/shared-auth'
import { expireSession, keepView, sessionId, sessionMsLeft } from '@canje/shared-auth/host'
import { notify } from '@canje/shared-ui/host'
import { useEffect } from 'react'
import type { OpenDocument } from '../new-document'
import { forgetStoredPreview } from '../remotes'
import { currentPath, LOGIN, MAIN } from '../return-path'
import { followSessionClock } from './session-clock'
import type { OpenDraft } from './tab-props'

const MINUTE_MS = 60_000

/**
 * Warns a minute before the session expires, ends it on expiry, and leaves the document once it has ended or another one
 * has replaced it (D10, D17, D35). An expired session keeps the view and the draft for its person (D29).
 */
export function useSessionEnd(open: OpenDraft, leave: OpenDocument): void {
  const { expiresAt } = useSession()

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

  useEffect(() => {
    if (expiresAt === null) return
    let isWarned = sessionMsLeft() <= MINUTE_MS
    return followSessionClock(() => {
      if (!isLoggedIn()) return expireSession()
      if (isWarned || sessionMsLeft() > MINUTE_MS) return
      isWarned = true
      warn()
    })
  }, [expiresAt])
}

function warn(): void {
  notify({ severity: 'warn', summary: 'Sesión', detail: 'Su sesión vence en 1 minuto' })
}
