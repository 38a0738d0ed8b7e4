import type { Fault } from './fault'
import { randomId } from './random-id'
import { validateLogin } from './security-service'
import { adoptSession, isLoggedIn, useSession } from './session'
import { openChannel } from './session-messages'
import { isId } from './session-offer'

/** How long a page waits for the session that it has asked for, in milliseconds. */
const WAIT_MS = 10_000
/** Longer names are not those of accounts, in characters. */
const MAX_NAME_LENGTH = 200
const MAX_OFFERS = 5

/** This page, for those that it asks. */
const page = randomId()

/** A session on its way to another page of the same browser. */
type HandedSession = Parameters<typeof adoptSession>[0] & { name: string }

/**
 * Follows the sessions of other pages of the same browser, each user name once.
 *
 * @param onChange gets the names
 * @returns a function that stops it
 */
export function followOffers(onChange: (names: readonly string[]) => void): () => void {
  const channel = openChannel()
  const names = new Set<string>()
  // The pages that are still there answer.
  const ask = () => {
    names.clear()
    channel?.postMessage({ kind: 'ask', page })
  }
  channel?.addEventListener('message', ({ data }) => {
    const { kind, page: asking, name }: Record<string, unknown> = Object(data)
    // It may have expired here before its renewal there.
    if (kind === 'renewed') channel.postMessage({ kind: 'ask', page })
    if (kind === 'signed-out') ask()
    else if (kind === 'offer' && asking === page && isName(name) && names.size < MAX_OFFERS) names.add(name)
    else return
    onChange([...names])
  })
  ask()
  window.addEventListener('focus', ask)
  return () => {
    window.removeEventListener('focus', ask)
    channel?.close()
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
  const { idToken } = useSession.getState()
  const request = randomId()
  const answers = openChannel(`.${request}`)
  const questions = openChannel()
  const decided = new AbortController()
  const session = await new Promise<HandedSession | Fault | undefined>((resolve) => {
    const wait = setTimeout(resolve, WAIT_MS)
    answers?.addEventListener('message', async ({ data }) => {
      if (!isHanded(data) || data.name !== name) return
      // The service has limits of its own.
      clearTimeout(wait)
      const fault = await validateLogin(data.idToken, decided.signal)
      if (fault?.kind !== 'unauthorized') resolve(fault ?? data)
      else setTimeout(resolve, WAIT_MS)
    })
    questions?.addEventListener('message', ({ data }) => Object(data).kind === 'signed-out' && resolve(undefined))
    questions?.postMessage({ kind: 'take', page, request, name })
  })
  decided.abort()
  for (const channel of [answers, questions]) channel?.close()
  if (!session || useSession.getState().idToken !== idToken) return false
  if (!isHanded(session)) return session
  adoptSession(session)
  return isLoggedIn()
}

function isHanded(value: unknown): value is HandedSession {
  const { idToken, expiresAt, id, name }: Record<string, unknown> = Object(value)
  return typeof idToken === 'string' && idToken !== '' && Number.isFinite(expiresAt) && isId(id) && isName(name)
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_NAME_LENGTH
}
