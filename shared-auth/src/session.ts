import { create } from 'zustand'

/** Session lifetime in milliseconds, counted from sign-in (specification §9). */
export const SESSION_LIFETIME_MS = 600_000

const TOKEN_KEY = 'id_token'
const EXPIRY_KEY = 'expires_at'

interface Session {
  /** The token of the security service, or null when signed out. */
  idToken: string | null
  /** When the session ends, in milliseconds since the epoch, or null when signed out. */
  expiresAt: number | null
}

const signedOut: Session = { idToken: null, expiresAt: null }

/** React hook and store of the current session; session storage is its source of truth (specification §3). */
export const useSession = create<Session>()(readStorage)

/** Stores the token of a successful sign-in; the session lasts 10 minutes from now. */
export function startSession(idToken: string): void {
  const expiresAt = Date.now() + SESSION_LIFETIME_MS
  sessionStorage.setItem(TOKEN_KEY, idToken)
  sessionStorage.setItem(EXPIRY_KEY, String(expiresAt))
  useSession.setState({ idToken, expiresAt })
}

/** Signs out: removes both keys. Calling it again changes nothing. */
export function endSession(): void {
  sessionStorage.removeItem(TOKEN_KEY)
  sessionStorage.removeItem(EXPIRY_KEY)
  useSession.setState(signedOut)
}

/** Reads session storage again, for the guard: whatever is there now is the session. */
export function restoreSession(): void {
  useSession.setState(readStorage())
}

/** True only while there is a token and the current time is before `expires_at` (specification §4). */
export function isLoggedIn(): boolean {
  const { idToken, expiresAt } = useSession.getState()
  return idToken !== null && expiresAt !== null && Date.now() < expiresAt
}

function readStorage(): Session {
  const idToken = sessionStorage.getItem(TOKEN_KEY)
  const expiry = sessionStorage.getItem(EXPIRY_KEY)
  if (!idToken || !expiry) return signedOut
  const expiresAt = Number(expiry)
  return Number.isFinite(expiresAt) ? { idToken, expiresAt } : signedOut
}
