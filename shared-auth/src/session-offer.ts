import type { Fault } from './fault'
import { randomId } from './random-id'
import { validateLogin } from './security-service'
import { adoptSession, isLoggedIn, sessionMsLeft, useHostSession } from './session'
import { type HandedSession, listen, post } from './session-messages'

/** How long a page waits for the session that it has asked for, in milliseconds. */
const WAIT_MS = 10_000

/**
 * Offers the session of this page to others of the same browser by its user name, and hands it to one whose person has
 * pressed the offer (D38, continue in a new window).
 *
 * @returns a function that stops it
 */
export function offerSession(): () => void {
  return listen((message) => {
    const { idToken, id, name } = useHostSession.getState()
    if (idToken === null || name === null || !isLoggedIn()) return
    if (message.kind === 'ask') post({ kind: 'offer', name })
    if (message.kind !== 'take' || message.name !== name) return
    const session = { idToken, expiresAt: Math.floor(Date.now() + sessionMsLeft()), id, name }
    post({ kind: 'handed', request: message.request, session })
  })
}

/**
 * Follows the sessions of other pages of the same browser, each user name once.
 *
 * @param onChange gets the names
 * @returns a function that stops it
 */
export function followOffers(onChange: (names: readonly string[]) => void): () => void {
  const names = new Set<string>()
  const stop = listen((message) => {
    // It may have expired here before its renewal there.
    if (message.kind === 'renewed') post({ kind: 'ask' })
    if (message.kind === 'signed-out') ask()
    else if (message.kind === 'offer') names.add(message.name)
    else return
    onChange([...names])
  })
  // The pages that are still there answer.
  const ask = () => {
    names.clear()
    post({ kind: 'ask' })
  }
  ask()
  window.addEventListener('focus', ask)
  return () => {
    window.removeEventListener('focus', ask)
    stop()
  }
}

/**
 * Continues the session of another page. Answers with a token that the service rejects are ignored, and all of them once a
 * session is signed out meanwhile.
 *
 * @param name one of {@link followOffers}, whose offer was pressed
 * @returns false when no page has handed it over, or when another session has begun here meanwhile; the fault when the
 *   service did not say whether the token is valid
 */
export async function takeSession(name: string): Promise<boolean | Fault> {
  const { idToken } = useHostSession.getState()
  const request = randomId()
  const decided = new AbortController()
  let stop = () => {}
  const session = await new Promise<HandedSession | Fault | undefined>((resolve) => {
    const wait = setTimeout(resolve, WAIT_MS)
    stop = listen(async (message) => {
      if (message.kind === 'signed-out') return resolve(undefined)
      if (message.kind !== 'handed' || message.request !== request) return
      // The service has limits of its own.
      clearTimeout(wait)
      const fault = await validateLogin(message.session.idToken, decided.signal)
      if (fault?.kind !== 'unauthorized') resolve(fault ?? message.session)
      else setTimeout(resolve, WAIT_MS)
    })
    post({ kind: 'take', request, name })
  })
  decided.abort()
  stop()
  if (!session || useHostSession.getState().idToken !== idToken) return false
  if ('kind' in session) return session
  adoptSession(session)
  return isLoggedIn()
}
