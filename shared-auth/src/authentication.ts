import { type Credentials, createToken, type TooManyAttempts, validateLogin } from './security-service'
import { endSession, isLoggedIn, restoreSession, sessionId, startSession, useSession } from './session'

/**
 * Signs in and starts the session (specification §4).
 *
 * @returns false when the credentials are rejected or the security service cannot be asked (D2)
 */
export async function signIn(credentials: Credentials): Promise<boolean> {
  return (await trySignIn(credentials)) === 'signed-in'
}

/** Signs in as {@link signIn} does, and tells a refusal of further attempts from a rejection of these credentials. */
export async function trySignIn(credentials: Credentials): Promise<'signed-in' | 'rejected' | TooManyAttempts> {
  const token = await createToken(credentials)
  if (token === null) return 'rejected'
  if (typeof token !== 'string') return token
  startSession(token)
  return 'signed-in'
}

/**
 * The whole guard of `/main`: an unexpired token that the security service confirms (specification §5).
 * A session that fails it has ended: its token is removed.
 *
 * @returns true when the staff member may enter
 */
export async function guardSession(): Promise<boolean> {
  restoreSession()
  const { idToken } = useSession.getState()
  const session = sessionId()
  const admitted = isLoggedIn() && idToken !== null && (await validateLogin(idToken)) && isLoggedIn()
  // A late response for an earlier session says nothing about a session that began meanwhile.
  if (!admitted && sessionId() === session) endSession()
  return admitted
}
