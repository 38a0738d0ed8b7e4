import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { msUntil } from './clock'
import { randomId } from './random-id'
import type { HandedSession } from './session-messages'
import {
  type ActiveSession,
  type EndReason,
  readSession,
  removeExpiredSession,
  removeSession,
  type Session,
  type StoredSession,
  sessionEnd,
  signedOut,
  storeEndReason,
  storeSession,
} from './stored-session'

/** React hook and store of the current session, with what is not part of the contract. */
export const useHostSession = create<StoredSession>()(readSession)

/**
 * React hook and store of the current session. Its source of truth is session storage (specification §3).
 *
 * @alias {@link useHostSession}
 */
export const useSession: UseBoundStore<StoreApi<Session>> = useHostSession

// The `setState` of the hook refuses tabs (`seal-contract.ts`).
const { setState, subscribe } = useHostSession
// A listener that throws, such as a tab's, must not keep a change from the others.
useSession.subscribe = (listener) =>
  subscribe((...states) => {
    try {
      listener(...states)
    } catch (error) {
      reportError(error)
    }
  })

/** Changes the session. The state is frozen, because tabs receive it. */
function change(session: StoredSession): void {
  setState(Object.freeze(session), true)
}

/** Starts a session of ten minutes with the token and the user name of a sign-in. */
export function startSession(idToken: string, name: string | null = null): void {
  replaceSession({ idToken, ...sessionEnd(), id: randomId(), name })
}

/**
 * Gives the current session another token.
 *
 * @param expiresAt its end in milliseconds since the epoch: in ten minutes by default, and never later
 * @returns its end
 */
export function renewSession(idToken: string, expiresAt?: number): number {
  const { id, name } = useHostSession.getState()
  const end = sessionEnd(expiresAt)
  replaceSession({ idToken, ...end, id: id ?? randomId(), name })
  return end.expiresAt
}

/** Makes the session of another window that of this one, too (D38, new window). Its end is at most ten minutes ahead. */
export function adoptSession({ expiresAt, ...session }: HandedSession): void {
  replaceSession({ ...session, ...sessionEnd(expiresAt) })
}

/**
 * Signs out: removes the session from storage. Idempotent.
 *
 * @param endReason what the login screen says; nothing by default
 */
export function endSession(endReason?: EndReason): void {
  removeSession()
  if (endReason) storeEndReason(endReason)
  change(signedOut)
}

/**
 * Ends a session that has expired or that a service rejects, unless its renewal is pending ({@link holdExpiry}). Its person
 * finds the view after the next sign-in (D29, session storage).
 */
export function expireSession(reason: EndReason = { kind: 'expired' }): void {
  const { idToken } = useHostSession.getState()
  if (idToken !== null && idToken === renewedToken) return
  removeExpiredSession(idToken === null ? undefined : reason)
  change(signedOut)
}

/** Whose renewal is pending. */
let renewedToken: string | null = null

/**
 * Holds the expiry of the current session until the response to its renewal: the person has typed the password before the
 * end. Signing out is not held.
 */
export function holdExpiry<T>(renewal: Promise<T>): Promise<T> {
  renewedToken = useHostSession.getState().idToken
  return renewal.finally(() => {
    renewedToken = null
  })
}

/**
 * Replaces the session by that in session storage, for the guard. Stores its identity, and the end that a stored expiry too
 * far ahead was reduced to, because the next reload must not reduce it again.
 */
export function restoreSession(): void {
  const session = readSession()
  if (session.idToken === null) change(session)
  else replaceSession(session)
}

/** True while there is a token and neither clock has reached the end of the session (specification §4). */
export function isLoggedIn(): boolean {
  return sessionMsLeft() > 0
}

/** The time until the session ends, in milliseconds; 0 when signed out. */
export function sessionMsLeft(): number {
  const session = useHostSession.getState()
  return session.idToken === null ? 0 : Math.max(0, msUntil(session))
}

/** The identity of the current session, unique per sign-in (D29, session storage). Null when signed out. */
export function sessionId(): string | null {
  return useHostSession.getState().id
}

function replaceSession(session: ActiveSession): void {
  storeSession(session)
  change(session)
}
