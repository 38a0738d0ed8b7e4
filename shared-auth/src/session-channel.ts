import { endSessionFor, renewSession, useSession } from './session'
import { openChannel, receiveMessages } from './session-messages'

/** A message to the windows with the same session, which its hash of the token identifies. */
type Message =
  | { kind: 'signed-out'; tokenHash: string }
  | { kind: 'renewed'; tokenHash: string; idToken: string; expiresAt: number }

/** Signs out the copies of the session in other windows. */
export function postSignOut(idToken: string): void {
  post(idToken, (tokenHash) => ({ kind: 'signed-out', tokenHash }))
}

/** Hands the new token of the session to its copies in other windows. */
export function postRenewal(earlierToken: string, idToken: string, expiresAt: number): void {
  post(earlierToken, (tokenHash) => ({ kind: 'renewed', tokenHash, idToken, expiresAt }))
}

/** Follows sign-outs and renewals in other windows with the same session, also those since the start of the document. */
export function followOtherWindows(): void {
  receiveMessages(follow)
}

/** Ends or renews the session of this window if a message says so. */
async function follow(message: unknown): Promise<void> {
  const { idToken } = useSession.getState()
  if (!isMessage(message) || idToken === null || (await hashOf(idToken)) !== message.tokenHash) return
  // Not for a session that began or ended during the hash.
  if (useSession.getState().idToken !== idToken) return
  if (message.kind === 'signed-out') endSessionFor({ kind: 'signed-out-elsewhere' })
  else renewSession(message.idToken, message.expiresAt)
}

async function post(idToken: string, messageOf: (tokenHash: string) => Message): Promise<void> {
  const tokenHash = await hashOf(idToken)
  if (tokenHash === undefined) return
  const channel = openChannel()
  channel?.postMessage(messageOf(tokenHash))
  channel?.close()
}

/** The SHA-256 hash as hexadecimal text; undefined on a page without HTTPS, where browsers offer none. */
async function hashOf(text: string): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function isMessage(value: unknown): value is Message {
  const { kind, tokenHash, idToken, expiresAt }: Record<string, unknown> = Object(value)
  if (typeof tokenHash !== 'string') return false
  const isRenewal = typeof idToken === 'string' && idToken !== '' && Number.isFinite(expiresAt)
  return kind === 'signed-out' || (kind === 'renewed' && isRenewal)
}
