import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { endSession, isLoggedIn, useSession } from 'shared-auth'
import { removePreview } from '../remotes/preview'
import { clearToasts, notify } from '../surface'

const MINUTE_MS = 60_000
/** A longer timer overflows and fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Warns a minute before the session's end, ends it in time, and goes to login whenever it has ended (D10, D17). */
export function useSessionEnd(): void {
  const navigate = useNavigate()
  const { idToken, expiresAt } = useSession()

  useEffect(() => {
    if (idToken !== null) return
    clearToasts()
    removePreview()
    navigate('/login')
  }, [idToken, navigate])

  useEffect(() => {
    if (expiresAt === null) return
    const remainingMs = Math.min(expiresAt - Date.now(), LONGEST_TIMER_MS)
    const ending = setTimeout(endSession, remainingMs)
    const warning = remainingMs > MINUTE_MS ? setTimeout(warn, remainingMs - MINUTE_MS) : undefined
    // A sleeping machine fires timers late.
    const onReturn = () => {
      if (!isLoggedIn()) endSession()
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      clearTimeout(ending)
      clearTimeout(warning)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [expiresAt])
}

function warn(): void {
  notify({ severity: 'warn', summary: 'Sesión', detail: 'Su sesión vence en 1 minuto' })
}
