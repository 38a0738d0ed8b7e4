import type { ActiveSession } from './stored-session'

/** A session on its way to another page, whose monotonic clock is another. */
export type HandedSession = Omit<ActiveSession, 'deadline'>

/** Between the pages of one browser. `request` identifies the press of an offer; `token`, the session and its copies. */
export type Message =
  | { kind: 'ask' }
  | { kind: 'offer'; name: string }
  | { kind: 'take'; request: string; name: string }
  | { kind: 'handed'; request: string; session: HandedSession }
  | { kind: 'signed-out'; token: string }
  | { kind: 'renewed'; token: string; idToken: string; expiresAt: number }

const CHANNEL = 'canje.session'

/** Sends a message to all pages. */
export function post(message: Message): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(message)
  channel.close()
}

/** Listens to the messages of all pages. @returns a function that stops it */
export function listen(receive: (message: Message) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => receive(data))
  return () => channel.close()
}
