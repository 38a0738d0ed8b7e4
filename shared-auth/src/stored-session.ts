/** Session lifetime in milliseconds, counted from sign-in (specification §9). */
export const SESSION_LIFETIME_MS = 600_000

/** The session of this browser tab. */
export interface Session {
  /** The token of the security service, or null when signed out. */
  idToken: string | null
  /** When the session ends, in milliseconds since the epoch, or null when signed out. */
  expiresAt: number | null
}

/** A session with its identity, which remotes do not see. */
export interface StoredSession extends Session {
  /** Of this sign-in and no other, whatever its token and its end (D29). Null when signed out, or not known yet. */
  id: string | null
}

export const signedOut: StoredSession = { idToken: null, expiresAt: null, id: null }

/** The first two are specified (§3), the third is the one more of D29. */
const TOKEN_KEY = 'id_token'
const EXPIRY_KEY = 'expires_at'
const IDENTITY_KEY = 'canje.session'

/** Session storage is where a session is (specification §3). */
export function readSession(): StoredSession {
  const idToken = sessionStorage.getItem(TOKEN_KEY)
  const expiry = sessionStorage.getItem(EXPIRY_KEY)
  if (!idToken || !expiry) return signedOut
  const expiresAt = Number(expiry)
  return Number.isFinite(expiresAt) ? { idToken, expiresAt, id: readIdentity(expiry) } : signedOut
}

export function storeSession(idToken: string, expiresAt: number, id: string): void {
  for (const [key, value] of Object.entries(entriesOf(idToken, expiresAt, id))) sessionStorage.setItem(key, value)
}

/** What session storage holds of a session, by key. */
export function entriesOf(idToken: string, expiresAt: number, id: string): Record<string, string> {
  return { [TOKEN_KEY]: idToken, [EXPIRY_KEY]: String(expiresAt), [IDENTITY_KEY]: `${id} ${expiresAt}` }
}

export function removeSession(): void {
  for (const key of [TOKEN_KEY, EXPIRY_KEY, IDENTITY_KEY]) sessionStorage.removeItem(key)
}

/** True only while there is a token and the current time is before `expires_at` (specification §4). */
export function isCurrent({ idToken, expiresAt }: Session): boolean {
  return idToken !== null && expiresAt !== null && Date.now() < expiresAt
}

/** An older shell writes and removes the specified keys alone: an identity counts only beside the expiry it came with. */
function readIdentity(expiry: string): string | null {
  const [id = null, itsExpiry] = sessionStorage.getItem(IDENTITY_KEY)?.split(' ') ?? []
  return itsExpiry === expiry ? id : null
}
