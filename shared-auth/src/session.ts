import { create } from 'zustand'
import { isCurrent, readSession, removeSession, type Session, signedOut, storeSession } from './stored-session'

/** Session lifetime in milliseconds, counted from sign-in (specification §9). */
export const SESSION_LIFETIME_MS = 600_000

/** React hook and store of the current session; session storage is its source of truth (specification §3). */
export const useSession = create<Session>()(readSession)

/** Stores the token of a successful sign-in; the session lasts 10 minutes from now. */
export function startSession(idToken: string): void {
  const expiresAt = Date.now() + SESSION_LIFETIME_MS
  storeSession(idToken, expiresAt)
  useSession.setState({ idToken, expiresAt })
}

/** Signs out: removes both keys. Calling it again changes nothing. */
export function endSession(): void {
  removeSession()
  useSession.setState(signedOut)
}

/** Reads session storage again, for the guard: whatever is there now is the session. */
export function restoreSession(): void {
  useSession.setState(readSession())
}

/** True only while there is a token and the current time is before `expires_at` (specification §4). */
export function isLoggedIn(): boolean {
  return isCurrent(useSession.getState())
}
