import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { randomId } from './random-id'
import {
  isCurrent,
  readSession,
  removeExpiredSession,
  removeSession,
  SESSION_LIFETIME_MS,
  type Session,
  type StoredSession,
  signedOut,
  storeSession,
} from './stored-session'

const useStoredSession = create<StoredSession>()(readSession)

/** React hook and store of the current session. Its source of truth is session storage (specification §3). */
export const useSession: UseBoundStore<StoreApi<Session>> = useStoredSession

/** Starts a session of {@link SESSION_LIFETIME_MS} with the token and the user name of a sign-in. */
export function startSession(idToken: string, name: string | null = null): void {
  assignIdentity(idToken, Date.now() + SESSION_LIFETIME_MS, name)
}

/**
 * Gives the current session another token.
 *
 * @param expiresAt its end in milliseconds since the epoch; in {@link SESSION_LIFETIME_MS} by default
 * @returns its end
 */
export function renewSession(idToken: string, expiresAt = Date.now() + SESSION_LIFETIME_MS): number {
  const { id, name } = useStoredSession.getState()
  storeSession(idToken, expiresAt, id ?? randomId(), name)
  useStoredSession.setState({ idToken, expiresAt })
  return expiresAt
}

/** Signs out: removes the session from storage. Idempotent. */
export function endSession(): void {
  removeSession()
  useStoredSession.setState(signedOut)
}

/** Ends a session that has expired or that a service rejects. Its person finds the view after the next sign-in (D29). */
export function expireSession(): void {
  removeExpiredSession()
  useStoredSession.setState(signedOut)
}

/** Replaces the session by that in session storage, for the guard, and adds a missing identity. */
export function restoreSession(): void {
  const session = readSession()
  useStoredSession.setState(session)
  const { idToken, expiresAt, id } = session
  if (idToken !== null && expiresAt !== null && id === null) assignIdentity(idToken, expiresAt, null)
}

/** True while there is a token and the current time is before `expires_at` (specification §4). */
export function isLoggedIn(): boolean {
  return isCurrent(useSession.getState())
}

/** The identity of the current session, unique per sign-in (D29). Null when signed out. */
export function sessionId(): string | null {
  return useStoredSession.getState().id
}

/** The user name of the current session; null when signed out or unknown. */
export function sessionName(): string | null {
  return useStoredSession.getState().name
}

/** {@link sessionId} as a React hook. */
export function useSessionId(): string | null {
  return useStoredSession(({ id }) => id)
}

/** The user name of the current session as a React hook; null when signed out or unknown. */
export function useSessionName(): string | null {
  return useStoredSession(({ name }) => name)
}

function assignIdentity(idToken: string, expiresAt: number, name: string | null): void {
  const id = randomId()
  storeSession(idToken, expiresAt, id, name)
  useStoredSession.setState({ idToken, expiresAt, id, name })
}
