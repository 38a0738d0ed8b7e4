import { isLoggedIn } from '@canje/shared-auth'
import { takeView, trySignIn } from '@canje/shared-auth/host'
import { ActionForm } from '@canje/shared-ui/action-form'
import { clearToasts, notify } from '@canje/shared-ui/host'
import { InputText } from 'primereact/inputtext'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { returnPath } from '../return-path'
import { refusalNote } from './refusal-note'

type Field = 'username' | 'password'

/** Why the last attempt failed, and the fields that it concerns. */
interface Failure {
  message: string
  fields: readonly Field[]
}

/**
 * The sign-in screen (specification §2 and §5).
 *
 * @param onInput starts the preload of the main screen while the user types
 */
export function LoginScreen({ onInput }: { onInput: () => void }) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [wait, setWait] = useState('')
  const [failure, setFailure] = useState<Failure>()
  const usernameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { hash } = useLocation()

  useEffect(() => {
    document.title = 'Iniciar sesión · Canje'
  }, [])

  async function submit() {
    const empty: Field[] = []
    if (username.trim() === '') empty.push('username')
    if (password === '') empty.push('password')
    if (empty.length > 0) return fail('Debe ingresar un usuario y contraseña', empty)
    setBusy(true)
    setWait('')
    setFailure(undefined)
    const outcome = await trySignIn({ username, password })
    if (outcome === 'signed-in') await enter()
    else fail('Usuario o contraseña incorrectos', ['password', 'username'])
    setWait(refusalNote(outcome))
    setBusy(false)
  }

  async function enter() {
    clearToasts()
    await navigate(returnPath(hash, takeView()))
    // The guard may have rejected the new session without a message.
    if (isLoggedIn()) notify({ severity: 'success', summary: 'Login', detail: 'Se inicio sesión correctamente' })
  }

  /** Shows why an attempt failed, and moves the focus to the first of the fields. */
  function fail(message: string, fields: readonly Field[]) {
    notify({ severity: 'error', summary: 'Error', detail: message })
    setFailure({ message, fields })
    const field = fields[0] === 'username' ? usernameField.current : passwordField.current
    field?.focus()
    field?.select()
  }

  /** Attributes of a field with the last failure, which the toast announces. */
  function failureOf(field: Field) {
    const isInvalid = failure?.fields.includes(field) ?? false
    const messages = [isInvalid && 'sign-in-failure', field === 'password' && wait && 'sign-in-wait'].filter(Boolean)
    return { invalid: isInvalid, 'aria-invalid': isInvalid, 'aria-describedby': messages.join(' ') || undefined }
  }

  return (
    <main className="login-screen" onInput={onInput}>
      <ActionForm className="login-card" action="Iniciar sesión" busy={busy} onAction={submit}>
        <h1>Bienvenido</h1>
        <label htmlFor="username">Usuario</label>
        <InputText
          ref={usernameField}
          id="username"
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          {...failureOf('username')}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <label htmlFor="password">Contraseña</label>
        <InputText
          ref={passwordField}
          id="password"
          type="password"
          autoComplete="current-password"
          {...failureOf('password')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {failure && (
          <p id="sign-in-failure" className="login-failure">
            {failure.message}
          </p>
        )}
        <p id="sign-in-wait" className="login-wait" role="status">
          {wait}
        </p>
      </ActionForm>
    </main>
  )
}
