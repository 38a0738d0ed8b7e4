import { InputText } from 'primereact/inputtext'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isLoggedIn } from 'shared-auth'
import { trySignIn } from 'shared-auth/host'
import { ActionForm } from 'shared-ui/action-form'
import { clearToasts, notify } from 'shared-ui/host'
import { returnPath } from '../return-path'
import { waitMessage } from './too-many-attempts'

/**
 * The sign-in screen (specification §2 and §5).
 *
 * @param onFocus starts the preload of the main screen while the user types
 */
export function LoginScreen({ onFocus }: { onFocus: () => void }) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [wait, setWait] = useState('')
  const passwordField = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { hash } = useLocation()

  useEffect(() => {
    document.title = 'Iniciar sesión · Canje'
  }, [])

  async function submit() {
    if (username.trim() === '' || password === '') {
      notify({ severity: 'error', summary: 'Error', detail: 'Debe ingresar un usuario y contraseña' })
      return
    }
    setBusy(true)
    setWait('')
    const outcome = await trySignIn({ username, password })
    if (outcome === 'signed-in') await enter()
    else reject()
    if (typeof outcome === 'object') setWait(waitMessage(outcome))
    setBusy(false)
  }

  async function enter() {
    clearToasts()
    await navigate(returnPath(hash))
    // The guard may have rejected the new session without a message.
    if (isLoggedIn()) notify({ severity: 'success', summary: 'Login', detail: 'Se inicio sesión correctamente' })
  }

  function reject() {
    notify({ severity: 'error', summary: 'Error', detail: 'Usuario o contraseña incorrectos' })
    passwordField.current?.focus()
    passwordField.current?.select()
  }

  return (
    <main className="login-screen" onFocus={onFocus}>
      <ActionForm className="login-card" action="Iniciar sesión" busy={busy} onAction={submit}>
        <h1>Bienvenido</h1>
        <label htmlFor="username">Usuario</label>
        <InputText
          id="username"
          autoComplete="username"
          autoCapitalize="none"
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <label htmlFor="password">Contraseña</label>
        <InputText
          ref={passwordField}
          id="password"
          type="password"
          autoComplete="current-password"
          aria-describedby={wait ? 'sign-in-wait' : undefined}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <p id="sign-in-wait" className="login-wait" role="status">
          {wait}
        </p>
      </ActionForm>
    </main>
  )
}
