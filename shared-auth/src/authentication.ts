import { type Credentials, createToken, type TooManyAttempts, validateLogin } from './security-service'
import { expireSession, isLoggedIn, restoreSession, sessionId, startSession, useSession } from './session'

/**
 * Signs in and starts the session (specification §4).
 *
 * @returns false when the credentials are rejected or the request to the security service fails (D2)
 */
export async function signIn(credentials: Credentials): Promise<boolean> {
  return (await trySignIn(credentials)) === 'signed-in'
}

/**
 * Signs in as {@link signIn} does, and distinguishes a rate limit from rejected credentials.
 *
 * @returns the outcome, or the wait that the security service demands after too many attempts (429)
 */
export async function trySignIn(credentials: Credentials): Promise<'signed-in' | 'rejected' | TooManyAttempts> {
  const token = await createToken(credentials)
  if (token === null) return 'rejected'
  if (typeof token !== 'string') return token
  startSession(token, credentials.username.trim())
  return 'signed-in'
}

/**
 * Guards `/main`: requires an unexpired token that the security service confirms (specification §5).
 * Ends a session that fails the check.
 *
 * @returns true when access is granted
 */
export async function guardSession(): Promise<boolean> {
  restoreSession()
  const { idToken } = useSession.getState()
  const session = sessionId()
  const admitted = isLoggedIn() && idToken !== null && (await validateLogin(idToken)) && isLoggedIn()
  // A late response for an earlier session must not end a session that began since.
  if (!admitted && sessionId() === session) expireSession()
  return admitted
}
