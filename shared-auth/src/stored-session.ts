/** Session lifetime in milliseconds, counted from sign-in (specification §9). */
export const SESSION_LIFETIME_MS = 600_000

/** The session of this browser tab. */
export interface Session {
  /** Token of the security service; null when signed out. */
  idToken: string | null
  /** End of the session, in milliseconds since the epoch; null when signed out. */
  expiresAt: number | null
}

/** A session with its identity, which is not part of the contract. */
export interface StoredSession extends Session {
  /** Unique per sign-in, even with the same token and expiry (D29). Null when signed out or not yet assigned. */
  id: string | null
}

export const signedOut: StoredSession = { idToken: null, expiresAt: null, id: null }

/** The specification defines the first two keys (§3), D29 the third. */
const TOKEN_KEY = 'id_token'
const EXPIRY_KEY = 'expires_at'
const IDENTITY_KEY = 'canje.session'

/** Reads the session from session storage (specification §3); an invalid one counts as signed out. */
export function readSession(): StoredSession {
  const idToken = sessionStorage.getItem(TOKEN_KEY)
  const expiry = sessionStorage.getItem(EXPIRY_KEY)
  if (!idToken || !expiry) return signedOut
  const expiresAt = Number(expiry)
  return Number.isFinite(expiresAt) ? { idToken, expiresAt, id: readIdentity(expiry) } : signedOut
}

/** Writes the session to session storage. */
export function storeSession(idToken: string, expiresAt: number, id: string): void {
  for (const [key, value] of Object.entries(entriesOf(idToken, expiresAt, id))) sessionStorage.setItem(key, value)
}

/** The entries of a session in session storage, by key. */
export function entriesOf(idToken: string, expiresAt: number, id: string): Record<string, string> {
  return { [TOKEN_KEY]: idToken, [EXPIRY_KEY]: String(expiresAt), [IDENTITY_KEY]: `${id} ${expiresAt}` }
}

/** Removes the session from session storage. */
export function removeSession(): void {
  for (const key of [TOKEN_KEY, EXPIRY_KEY, IDENTITY_KEY]) sessionStorage.removeItem(key)
}

/** True while there is a token and the current time is before `expires_at` (specification §4). */
export function isCurrent({ idToken, expiresAt }: Session): boolean {
  return idToken !== null && expiresAt !== null && Date.now() < expiresAt
}

/** Ignores an identity with another expiry: an older shell changes the two specified keys only. */
function readIdentity(expiry: string): string | null {
  const [id = null, storedExpiry] = sessionStorage.getItem(IDENTITY_KEY)?.split(' ') ?? []
  return storedExpiry === expiry ? id : null
}
