import { InputText } from 'primereact/inputtext'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isLoggedIn, signIn } from 'shared-auth'
import { ActionForm } from 'shared-ui/action-form'
import { prepareTabs } from '../prepare-tabs'
import { clearToasts, notify } from '../surface'

/** The sign-in screen (specification §2 and §5). */
export function LoginScreen() {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()

  useEffect(() => {
    document.title = 'Iniciar sesión · Canje'
  }, [])

  async function submit() {
    if (username.trim() === '' || password === '') {
      notify({ severity: 'error', summary: 'Error', detail: 'Debe ingresar un usuario y contraseña' })
      return
    }
    setBusy(true)
    const signedIn = await signIn({ username, password })
    if (signedIn) await enter()
    else refuse()
    setBusy(false)
  }

  async function enter() {
    clearToasts()
    await navigate('/main')
    // The guard may still have turned the new session away, without a message.
    if (isLoggedIn()) notify({ severity: 'success', summary: 'Login', detail: 'Se inicio sesión correctamente' })
  }

  function refuse() {
    notify({ severity: 'error', summary: 'Error', detail: 'Usuario o contraseña incorrectos' })
    passwordField.current?.focus()
    passwordField.current?.select()
  }

  return (
    <main className="login-screen" onFocus={prepareTabs}>
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
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </ActionForm>
    </main>
  )
}
