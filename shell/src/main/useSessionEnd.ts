import { isLoggedIn, useSession } from '@canje/shared-auth'
import { type Draft, expireSession, keepView } from '@canje/shared-auth/host'
import { clearToasts, notify } from '@canje/shared-ui/host'
import { type RefObject, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { currentPath } from '../return-path'

const MINUTE_MS = 60_000
/** Interval of the clock check: a timer for the end itself would fire late after the machine has slept. */
const TICK_MS = 500

/**
 * Warns a minute before the session expires, ends it on expiry, and navigates to login once it has ended (D10, D17).
 * An expired session keeps the view and the draft for its person (D29).
 *
 * @param draft that of the open dialog
 * @param onEnd called after unmount, so that the screen renders nothing without a session
 */
export function useSessionEnd(draft: RefObject<Draft | null>, onEnd: () => void): void {
  const navigate = useNavigate()
  const { idToken, expiresAt } = useSession()

  useEffect(() => {
    if (idToken !== null) return
    keepView(currentPath(), draft.current)
    clearToasts()
    navigate('/login')
  }, [idToken, draft, navigate])
  useEffect(
    () => () => {
      if (!isLoggedIn()) onEnd()
    },
    [onEnd],
  )

  useEffect(() => {
    if (expiresAt === null) return
    const remainingMs = () => expiresAt - Date.now()
    let isWarned = remainingMs() <= MINUTE_MS
    const check = () => {
      if (!isLoggedIn()) return expireSession()
      if (isWarned || remainingMs() > MINUTE_MS) return
      isWarned = true
      warn()
    }
    const tick = setInterval(check, TICK_MS)
    const listening = new AbortController()
    for (const [target, events] of wakeEvents()) {
      for (const event of events) target.addEventListener(event, check, { signal: listening.signal })
    }
    return () => {
      clearInterval(tick)
      listening.abort()
    }
  }, [expiresAt])
}

/** Events of a page that becomes active again, also after its machine has slept. */
const wakeEvents = (): [EventTarget, string[]][] => [
  [window, ['focus', 'pageshow']],
  [document, ['resume', 'visibilitychange']],
]

function warn(): void {
  notify({ severity: 'warn', summary: 'Sesión', detail: 'Su sesión vence en 1 minuto' })
}
