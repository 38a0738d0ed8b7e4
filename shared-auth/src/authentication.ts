import type { Fault } from './fault'
import { type Credentials, createToken, validateLogin } from './security-service'
import { expireSession, isLoggedIn, restoreSession, sessionId, startSession, useSession } from './session'
import type { EndReason } from './stored-session'

/**
 * Signs in and starts the session (specification §4). Spaces around the user name are not part of it.
 *
 * @returns the outcome, or the fault of the request (D2, wrong credentials): `cancelled` when another session has begun meanwhile
 */
export async function signIn({ username, password }: Credentials): Promise<'signed-in' | Fault> {
  const name = username.trim()
  const before = sessionId()
  const token = await createToken({ username: name, password })
  if (sessionId() !== null && sessionId() !== before) return { kind: 'cancelled' }
  if (typeof token !== 'string') return token
  startSession(token, name)
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
  const session = sessionId()
  const reason = await reasonToDeny()
  // A late response for an earlier session must not end a session that began since.
  if (reason && sessionId() === session) expireSession(reason)
  return !reason
}

async function reasonToDeny(): Promise<EndReason | undefined> {
  const { idToken } = useSession.getState()
  if (idToken === null || !isLoggedIn()) return { kind: 'expired' }
  const session = sessionId()
  const fault = await validateLogin(idToken)
  // A renewal meanwhile has replaced the token that the response is about.
  const isRenewed = sessionId() === session && useSession.getState().idToken !== idToken
  if (fault && !isRenewed) return fault
  return isLoggedIn() ? undefined : { kind: 'expired' }
}
