import type { Fault } from '@canje/shared-auth/fault'
import { renew } from '@canje/shared-auth/host'
import { ActionForm } from '@canje/shared-ui/action-form'
import { InputText } from 'primereact/inputtext'
import { useRef, useState } from 'react'
import { areCredentialsRefused, attemptFailure } from '../session-words'
import { useDialogRing } from './useDialogRing'

const MAX_NAME_CHARACTERS = 16

interface RenewalFormProps {
  /** The user name of the session. */
  name: string
  /** The time until its end. */
  seconds: number
}

/** Renews the session with the password. */
export default function RenewalForm({ name, seconds }: RenewalFormProps) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const isWrong = fault !== undefined && areCredentialsRefused(fault)
  const part = useRef<HTMLDivElement>(null)
  const ring = useDialogRing(part)
  const field = useRef<HTMLInputElement>(null)

  async function submit(values: FormData) {
    const password = String(values.get('password'))
    if (password === '') return field.current?.focus()
    setBusy(true)
    setFault(undefined)
    const outcome = await renew(password)
    setBusy(false)
    if (outcome === 'renewed' || outcome === 'ended') return
    if (field.current) field.current.value = ''
    setFault(outcome)
  }

  return (
    <div ref={part} {...ring}>
      <ActionForm className="line session-form" action="Seguir" busy={busy} onAction={submit}>
        <span role="timer">
          {seconds > 0 ? `Su sesión vence en ${formatSeconds(seconds)}` : 'Comprobando la contraseña…'}
        </span>
        {/* Tells a password manager whose password it is: otherwise it fills another field with a name. */}
        <input
          className="session-user"
          name="username"
          autoComplete="username"
          aria-label="Usuario"
          readOnly
          tabIndex={-1}
          size={Math.min(name.length, MAX_NAME_CHARACTERS)}
          value={name}
        />
        <label htmlFor="session-password">Contraseña</label>
        <InputText
          ref={field}
          id="session-password"
          name="password"
          type="password"
          autoComplete="current-password"
          invalid={isWrong}
          aria-invalid={isWrong}
          aria-describedby="session-failure"
        />
        <span id="session-failure" role="status" className="session-failure">
          {isWrong ? 'Contraseña incorrecta' : fault && attemptFailure(fault)}
        </span>
      </ActionForm>
    </div>
  )
}

function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
