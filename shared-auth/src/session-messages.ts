/** A session on its way to another page of the same browser. */
export interface HandedSession {
  idToken: string
  /** In milliseconds since the epoch. */
  expiresAt: number
  id: string
  name: string
}

/** Between the pages of one browser. `request` identifies the press of an offer; `token`, the session and its copies. */
export type Message =
  | { kind: 'ask' }
  | { kind: 'offer'; name: string }
  | { kind: 'take'; request: string; name: string }
  | { kind: 'handed'; request: string; session: HandedSession }
  | { kind: 'signed-out'; token: string }
  | { kind: 'renewed'; token: string; idToken: string; expiresAt: number }

/** Sends a message to all pages. */
export function post(message: Message): void {
  const channel = openChannel()
  channel?.postMessage(message)
  channel?.close()
}

/** Listens to the messages of all pages. @returns a function that stops it */
export function listen(receive: (message: Message) => void): () => void {
  const channel = openChannel()
  channel?.addEventListener('message', ({ data }) => receive(data))
  return () => channel?.close()
}

/** Opens the channel of all pages; undefined in a browser without any. */
function openChannel(): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('canje.session')
}
