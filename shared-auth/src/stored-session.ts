/** The session of this browser tab. */
export interface Session {
  /** The token of the security service, or null when signed out. */
  idToken: string | null
  /** When the session ends, in milliseconds since the epoch, or null when signed out. */
  expiresAt: number | null
}

export const signedOut: Session = { idToken: null, expiresAt: null }

const TOKEN_KEY = 'id_token'
const EXPIRY_KEY = 'expires_at'

/** Session storage is where a session is (specification §3). */
export function readSession(): Session {
  const idToken = sessionStorage.getItem(TOKEN_KEY)
  const expiry = sessionStorage.getItem(EXPIRY_KEY)
  if (!idToken || !expiry) return signedOut
  const expiresAt = Number(expiry)
  return Number.isFinite(expiresAt) ? { idToken, expiresAt } : signedOut
}

export function storeSession(idToken: string, expiresAt: number): void {
  sessionStorage.setItem(TOKEN_KEY, idToken)
  sessionStorage.setItem(EXPIRY_KEY, String(expiresAt))
}

export function removeSession(): void {
  sessionStorage.removeItem(TOKEN_KEY)
  sessionStorage.removeItem(EXPIRY_KEY)
}

/** True only while there is a token and the current time is before `expires_at` (specification §4). */
export function isCurrent({ idToken, expiresAt }: Session): boolean {
  return idToken !== null && expiresAt !== null && Date.now() < expiresAt
}
