import { useSession } from '@canje/shared-auth'
import { renew, useSessionName } from '@canje/shared-auth/host'
import { ActionForm } from '@canje/shared-ui/action-form'
import { InputText } from 'primereact/inputtext'
import { useEffect, useId, useState } from 'react'
import { refusalNote } from '../login/refusal-note'

/** From when on the bar is shown, in seconds before the end of the session. */
const SHOWN_SECONDS = 60
const TICK_MS = 500

/** Counts the last minute of the session down, and renews it with the password. Not shown to an unknown person. */
export function SessionBar() {
  const { expiresAt } = useSession()
  const seconds = useSecondsLeft(expiresAt)
  const name = useSessionName()
  if (seconds === undefined || name === null) return null
  return <RenewalForm seconds={seconds} />
}

function RenewalForm({ seconds }: { seconds: number }) {
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const fieldId = useId()
  const failureId = useId()

  async function submit() {
    setBusy(true)
    setFailure('')
    const outcome = await renew(password)
    setBusy(false)
    if (outcome === 'renewed' || outcome === 'ended') return
    setPassword('')
    setFailure(refusalNote(outcome) || 'Contraseña incorrecta')
  }

  return (
    <section className="session-bar" aria-label="Sesión">
      <ActionForm className="session-form" action="Seguir" busy={busy} disabled={password === ''} onAction={submit}>
        <span role="timer">Su sesión vence en {formatSeconds(seconds)}</span>
        <label htmlFor={fieldId}>Contraseña</label>
        <InputText
          id={fieldId}
          type="password"
          autoComplete="current-password"
          invalid={failure !== ''}
          aria-describedby={failureId}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <span id={failureId} role="status" className="session-failure">
          {failure}
        </span>
      </ActionForm>
    </section>
  )
}

/** The seconds until a time in the last minute before it; undefined earlier and without one. */
function useSecondsLeft(expiresAt: number | null): number | undefined {
  const [seconds, setSeconds] = useState(() => secondsUntil(expiresAt))
  useEffect(() => {
    const update = () => setSeconds(secondsUntil(expiresAt))
    update()
    const tick = setInterval(update, TICK_MS)
    return () => clearInterval(tick)
  }, [expiresAt])
  return seconds
}

function secondsUntil(expiresAt: number | null): number | undefined {
  if (expiresAt === null) return undefined
  const seconds = Math.max(0, Math.ceil((expiresAt - Date.now()) / 1000))
  return seconds <= SHOWN_SECONDS ? seconds : undefined
}

function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
