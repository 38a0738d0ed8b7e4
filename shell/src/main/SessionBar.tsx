import { useSession } from '@canje/shared-auth'
import { expireSession, sessionMsLeft, useHostSession } from '@canje/shared-auth/host'
import { OnDemand } from '@canje/shared-ui'
import { notify } from '@canje/shared-ui/host'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { followClock } from './clock'

/** From when on the bar is shown, in seconds before the end of the session. */
const SHOWN_SECONDS = 60

/** Interval of the checks, in milliseconds: a timer for the end itself would fire late after the machine has slept. */
const TICK_MS = 500

const followSessionClock = (onTick: () => void) => followClock(TICK_MS, onTick)

const loadForm = () => import(/* webpackChunkName: 'session' */ './RenewalForm')

/**
 * Warns a minute before the session expires, and ends it then (D17, session end). Counts that minute down, and renews the session with
 * the password; not shown to an unknown person.
 */
export function SessionBar() {
  // Renders at once after a renewal, not at the next tick.
  useSession()
  const seconds = useSyncExternalStore(followSessionClock, secondsLeft)
  const isLast = seconds !== undefined
  const wasLast = useRef(isLast)
  const name = useHostSession(({ name }) => name)

  useEffect(() => {
    if (isLast && !wasLast.current)
      notify({ severity: 'warn', summary: 'Sesión', detail: 'Su sesión vence en 1 minuto' })
    wasLast.current = isLast
  }, [isLast])
  useEffect(() => {
    if (seconds === 0) expireSession()
  }, [seconds])

  if (seconds === undefined || name === null) return null
  return (
    <section className="session-bar" aria-label="Sesión">
      <OnDemand failure="No se pudo abrir la renovación de la sesión." load={loadForm}>
        {({ default: RenewalForm }) => <RenewalForm name={name} seconds={seconds} />}
      </OnDemand>
    </section>
  )
}

/** The seconds left of the session in its last minute; undefined earlier. */
function secondsLeft(): number | undefined {
  const seconds = Math.ceil(sessionMsLeft() / 1000)
  return seconds <= SHOWN_SECONDS ? seconds : undefined
}
