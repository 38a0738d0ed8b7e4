import { isLoggedIn } from '@canje/shared-auth'
import { type EndReason, keptPerson, signIn, takeKept } from '@canje/shared-auth/host'
import { ActionForm } from '@canje/shared-ui/action-form'
import { clearToasts, notify } from '@canje/shared-ui/host'
import { InputText } from 'primereact/inputtext'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { returnPath } from '../return-path'
import { areCredentialsRefused, attemptFailure, endSentence, WRONG_CREDENTIALS } from '../session-words'
import type { ContinueSessionProps } from './ContinueSession'

type Field = 'username' | 'password'

const COMES_BACK = ' Al entrar vuelven su vista y su borrador.'

/** Why the last attempt failed, and the fields that are invalid: none when the service failed. */
interface Failure {
  message: string
  fields: readonly Field[]
}

/**
 * The sign-in screen (specification §2 and §5).
 *
 * @param onInput starts the preload of the main screen while the user types
 * @param enter shows the main screen at a path, unless the guard rejects the session
 */
export function LoginScreen({ onInput, enter }: { onInput: () => void; enter: (path: string) => Promise<unknown> }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [Offers, setOffers] = useState<ComponentType<ContinueSessionProps>>()
  const usernameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const { hash } = useLocation()
  const [endReason, setEndReason] = useState<EndReason | null>(null)
  const [person] = useState(keptPerson)
  const areFieldsInvalid = failure !== undefined && failure.fields.length > 0
  const note = failure ? failure.message : endReason && endSentence(endReason) + (person === null ? '' : COMES_BACK)

  useEffect(() => {
    document.title = 'Iniciar sesión · Canje'
    // Not in the first render: screen readers announce a text that enters a rendered live region.
    setEndReason(takeKept('endReason'))
    // The form needs nothing of it.
    import(/* webpackChunkName: 'session' */ './ContinueSession').then(
      (loaded) => setOffers(() => loaded.default),
      () => undefined,
    )
  }, [])

  async function submit(values: FormData) {
    const username = String(values.get('username'))
    const password = String(values.get('password'))
    const empty: Field[] = []
    if (username.trim() === '') empty.push('username')
    if (password === '') empty.push('password')
    setEndReason(null)
    if (empty.length > 0) return fail('Debe ingresar un usuario y contraseña', empty)
    setBusy(true)
    setFailure(undefined)
    const outcome = await signIn({ username, password })
    if (outcome === 'signed-in') {
      await continueAsSignedIn()
      // The guard may have rejected the new session without a message.
      if (isLoggedIn()) notify({ severity: 'success', summary: 'Login', detail: 'Se inicio sesión correctamente' })
    } else if (areCredentialsRefused(outcome)) fail(WRONG_CREDENTIALS, ['password', 'username'])
    // Otherwise, another session has begun here.
    else if (outcome.kind !== 'cancelled') fail(WRONG_CREDENTIALS, [], attemptFailure(outcome))
    setBusy(false)
  }

  /** The pressed offer, which had the focus, is gone. */
  function failOffer(message: string) {
    setFailure({ message, fields: [] })
    usernameField.current?.focus()
  }

  async function continueAsSignedIn() {
    clearToasts()
    await enter(returnPath(hash, takeKept('view')))
    // The guard may have rejected the session.
    setEndReason(takeKept('endReason'))
  }

  /**
   * Shows why an attempt failed, and moves the focus to the first invalid field, or to the password.
   *
   * @param message of the toast
   * @param reason what the form says; the toast's message by default
   */
  function fail(message: string, fields: readonly Field[], reason = message) {
    notify({ severity: 'error', summary: 'Error', detail: message })
    setFailure({ message: reason, fields })
    const field = fields[0] === 'username' ? usernameField.current : passwordField.current
    field?.focus()
    field?.select()
  }

  /** Attributes of a field with the last failure. */
  function failureOf(field: Field) {
    const isInvalid = failure?.fields.includes(field) ?? false
    const isDescribed = failure && (isInvalid || !areFieldsInvalid)
    return {
      invalid: isInvalid,
      'aria-invalid': isInvalid,
      'aria-describedby': isDescribed ? 'sign-in-note' : undefined,
    }
  }

  return (
    <main
      className="login-screen"
      onInput={() => {
        setEndReason(null)
        onInput()
      }}
    >
      <div className="stack surface login-card">
        <ActionForm className="stack" action="Iniciar sesión" busy={busy} onAction={submit}>
          <h1>Bienvenido</h1>
          <label htmlFor="username">Usuario</label>
          <InputText
            ref={usernameField}
            id="username"
            name="username"
            autoFocus={person === null}
            defaultValue={person ?? ''}
            autoComplete="username"
            autoCapitalize="none"
            {...failureOf('username')}
          />
          <label htmlFor="password">Contraseña</label>
          <InputText
            ref={passwordField}
            id="password"
            name="password"
            type="password"
            autoFocus={person !== null}
            autoComplete="current-password"
            {...failureOf('password')}
          />
        </ActionForm>
        {/* The toast announces what is wrong with the fields. */}
        <p
          id="sign-in-note"
          className={areFieldsInvalid ? 'login-note action-failure' : 'login-note'}
          role={areFieldsInvalid ? undefined : 'status'}
        >
          {note}
        </p>
        {Offers && <Offers onContinued={continueAsSignedIn} onFailed={failOffer} />}
      </div>
    </main>
  )
}
