import { hasFeature } from './features'
import { type Credentials, createToken, type Refusal, revokeToken, validateLogin } from './security-service'
import {
  endSession,
  expireSession,
  isLoggedIn,
  renewSession,
  restoreSession,
  sessionId,
  sessionName,
  startSession,
  useSession,
} from './session'
import { postRenewal, postSignOut } from './session-channel'

/**
 * Signs in and starts the session (specification §4).
 *
 * @returns false when the credentials are rejected or the request to the security service fails (D2)
 */
export async function signIn(credentials: Credentials): Promise<boolean> {
  return (await trySignIn(credentials)) === 'signed-in'
}

/**
 * Signs in as {@link signIn} does, and distinguishes why there is no session.
 *
 * @returns the outcome, or the wait that the security service demands after too many attempts (429)
 */
export async function trySignIn(credentials: Credentials): Promise<'signed-in' | Refusal> {
  const response = await createToken(credentials)
  if (!hasToken(response)) return response
  startSession(response.token, credentials.username.trim())
  return 'signed-in'
}

/**
 * Renews the current session with the password of its person: it gets a new token and ten more minutes, here and in the
 * other windows with the session. Its identity stays, so that nothing is mounted or loaded again.
 *
 * @returns the outcome; `ended` when the session has ended meanwhile
 */
export async function renew(password: string): Promise<'renewed' | 'ended' | Refusal> {
  const { idToken } = useSession.getState()
  const [session, username] = [sessionId(), sessionName()]
  if (idToken === null || username === null) return 'ended'
  const response = await createToken({ username, password })
  if (!hasToken(response)) return response
  // Not by a late response after the sign-out, nor for another session.
  if (sessionId() !== session || !isLoggedIn()) return 'ended'
  const expiresAt = renewSession(response.token)
  postRenewal(idToken, response.token, expiresAt)
  return 'renewed'
}

/** Signs out here and in the other windows with the session, and revokes its token if the service can (D27). */
export function signOut(): void {
  const { idToken } = useSession.getState()
  endSession()
  if (idToken === null) return
  postSignOut(idToken)
  if (hasFeature('revoke')) revokeToken(idToken)
}

const hasToken = (response: { token: string } | Refusal): response is { token: string } =>
  typeof response === 'object' && 'token' in response

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
