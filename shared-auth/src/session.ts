import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { randomId } from './random-id'
import {
  isCurrent,
  readSession,
  removeSession,
  SESSION_LIFETIME_MS,
  type Session,
  type StoredSession,
  signedOut,
  storeSession,
} from './stored-session'

const useStoredSession = create<StoredSession>()(readSession)

/** React hook and store of the current session; session storage is its source of truth (specification §3). */
export const useSession: UseBoundStore<StoreApi<Session>> = useStoredSession

/** Stores the token of a successful sign-in; the session lasts {@link SESSION_LIFETIME_MS} from now. */
export function startSession(idToken: string): void {
  identify(idToken, Date.now() + SESSION_LIFETIME_MS)
}

/** Signs out: removes what is stored of the session. Calling it again changes nothing. */
export function endSession(): void {
  removeSession()
  useStoredSession.setState(signedOut)
}

/** Reads session storage again, for the guard: whatever is there now is the session. One without an identity gets one. */
export function restoreSession(): void {
  const session = readSession()
  useStoredSession.setState(session)
  const { idToken, expiresAt, id } = session
  if (idToken !== null && expiresAt !== null && id === null) identify(idToken, expiresAt)
}

/** True only while there is a token and the current time is before `expires_at` (specification §4). */
export function isLoggedIn(): boolean {
  return isCurrent(useSession.getState())
}

/** The identity of the current session: of one sign-in and no other (D29). Null when signed out. */
export function sessionId(): string | null {
  return useStoredSession.getState().id
}

/** {@link sessionId} as a React hook. */
export function useSessionId(): string | null {
  return useStoredSession(({ id }) => id)
}

function identify(idToken: string, expiresAt: number): void {
  const id = randomId()
  storeSession(idToken, expiresAt, id)
  useStoredSession.setState({ idToken, expiresAt, id })
}
