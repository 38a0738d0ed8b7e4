import { isLoggedIn, sessionId, sessionMsLeft, sessionName, useSession } from './session'
import { openChannel } from './session-messages'

const ID = /^[\w-]{16,64}$/

/**
 * Offers the session of this page to others of the same browser by its user name, and hands it to one whose person has
 * pressed the offer (D38). It answers only a page that it has made an offer to, once. The token goes through a channel that is
 * named by the press; any page of the origin could listen to it.
 *
 * @returns a function that stops it
 */
export function offerSession(): () => void {
  const channel = openChannel()
  const offered = new Set<string>()
  channel?.addEventListener('message', ({ data }) => {
    const name = sessionName()
    if (name === null || !isLoggedIn()) return
    const { kind, page, request, name: wanted }: Record<string, unknown> = Object(data)
    if (!isId(page)) return
    if (kind === 'ask') {
      offered.add(page)
      channel.postMessage({ kind: 'offer', page, name })
    }
    if (kind === 'take' && isId(request) && wanted === name && offered.delete(page)) hand(request, name)
  })
  return () => channel?.close()
}

function hand(request: string, name: string): void {
  const { idToken } = useSession.getState()
  const answer = openChannel(`.${request}`)
  answer?.postMessage({ idToken, expiresAt: Date.now() + sessionMsLeft(), id: sessionId(), name })
  answer?.close()
}

/** Checks a random id of another page. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value)
}
