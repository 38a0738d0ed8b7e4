import type { Fault } from './fault'
import { bearer } from './requests'
import { createToken, post as send } from './security-service'
import { hasFeature } from './services'
import { endSession, expireSession, holdExpiry, isLoggedIn, renewSession, sessionId, useHostSession } from './session'
import { listen, post } from './session-messages'

/**
 * Renews the current session with the password of its person: it gets a new token and ten more minutes, here and in the
 * other windows with the session. Its identity stays, so that nothing is mounted or loaded again. A session that expires
 * meanwhile ends with the response, unless it is renewed.
 *
 * @returns the outcome, or the fault of the request; `ended` when the person has signed out meanwhile
 */
export async function renew(password: string): Promise<'renewed' | 'ended' | Fault> {
  const { idToken, id, name } = useHostSession.getState()
  if (idToken === null || name === null) return 'ended'
  const renewal = createToken({ username: name, password }, hasFeature('history') ? idToken : undefined)
  const renewed = await holdExpiry(renewal)
  // Another window may have renewed it meanwhile.
  const { idToken: current } = useHostSession.getState()
  // Not by a late response after the sign-out, nor for another session.
  const isCurrent = current !== null && sessionId() === id
  if (typeof renewed !== 'string') {
    if (isCurrent && !isLoggedIn()) expireSession(isRefusal(renewed) ? undefined : renewed)
    return renewed
  }
  if (!isCurrent) return 'ended'
  post({ kind: 'renewed', token: current, idToken: renewed, expiresAt: renewSession(renewed) })
  return 'renewed'
}

/** A wrong password: then the session has ended because it expired. */
const isRefusal = ({ kind }: Fault) => kind === 'refused' || kind === 'unauthorized'

/** Signs out here and in the other windows with the session, and revokes its token if the service can (D27, optional features). */
export function signOut(): void {
  const { idToken } = useHostSession.getState()
  if (idToken !== null) {
    // First, because the document ends with its session.
    post({ kind: 'signed-out', token: idToken })
    // The request outlives the document. After a failure, the token expires by itself.
    const options = { fetchOptions: { keepalive: true } }
    if (hasFeature('revoke')) send('Logout', { Authorization_input: bearer(idToken) }, options).catch(() => undefined)
  }
  endSession()
}

/** Follows sign-outs and renewals in other windows with the same session. */
export function followOtherWindows(): void {
  listen((message) => {
    if (message.kind !== 'signed-out' && message.kind !== 'renewed') return
    if (message.token !== useHostSession.getState().idToken) return
    if (message.kind === 'signed-out') endSession({ kind: 'signed-out-elsewhere' })
    else renewSession(message.idToken, message.expiresAt)
  })
}
