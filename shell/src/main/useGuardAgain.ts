import { guardSession } from '@canje/shared-auth'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Runs the guard when the URL of a tab is entered again (D17, session end). A change of tab, in the query, or of its view, in the
 * fragment, does not run it (D18, deep link; D24, view in the URL). `useSessionEnd` leaves the document when it rejects the session.
 */
export function useGuardAgain(): void {
  const { key, search, hash } = useLocation()
  const entered = useRef({ key, search })

  useEffect(() => {
    const isAgain = entered.current.key !== key && entered.current.search === search && hash === ''
    entered.current = { key, search }
    if (isAgain) guardSession()
  }, [key, search, hash])
}
