import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { msUntil } from './clock'
import { type EndReason, isEndReason } from './end-reason'
import { randomId } from './random-id'
import {
  type ActiveSession,
  readSession,
  removeExpiredSession,
  removeSession,
  type Session,
  type StoredSession,
  sessionEnd,
  signedOut,
  storeEndReason,
  storeSession,
  takeEndReason,
} from './stored-session'

interface SessionState extends StoredSession {
  /** Why the last session ended; null for a press, without a session before, and once read. */
  endReason: EndReason | null
}

const useStoredSession = create<SessionState>()(() => ({ ...readSession(), endReason: null }))

/** React hook and store of the current session. Its source of truth is session storage (specification §3). */
export const useSession: UseBoundStore<StoreApi<Session>> = useStoredSession

// Of its own, because the one of the hook is replaced for tabs (`seal-contract.ts`).
const { setState } = useStoredSession

/** Changes the session. The state is frozen, because tabs receive it. */
function change(changed: Partial<SessionState>): void {
  setState(Object.freeze({ ...useStoredSession.getState(), ...changed }), true)
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
  heldExpiry = undefined
  const { id, name } = useStoredSession.getState()
  const end = sessionEnd(expiresAt)
  replaceSession({ idToken, ...end, id: id ?? randomId(), name })
  return end.expiresAt
}

/** Makes the session of another window that of this one, too (D38). Its end is at most ten minutes ahead. */
export function adoptSession({ expiresAt, ...session }: Omit<ActiveSession, 'deadline'>): void {
  replaceSession({ ...session, ...sessionEnd(expiresAt) })
}

/** Signs out: removes the session from storage. Idempotent. */
export function endSession(): void {
  endSessionFor(null)
}

/** Signs out for a reason that the login screen says. */
export function endSessionFor(endReason: EndReason | null): void {
  heldExpiry = undefined
  removeSession()
  change({ ...signedOut, endReason })
}

/**
 * Ends a session that has expired or that a service rejects, unless its renewal is pending ({@link holdExpiry}). Its person
 * finds the view after the next sign-in (D29).
 */
export function expireSession(reason: EndReason = { kind: 'expired' }): void {
  const { idToken, endReason } = useStoredSession.getState()
  if (heldExpiry && heldExpiry.idToken === idToken) {
    heldExpiry.reason ??= reason
    return
  }
  removeExpiredSession()
  change({ ...signedOut, endReason: idToken === null ? endReason : reason })
}

let heldExpiry: { idToken: string; reason?: EndReason } | undefined

/**
 * Holds the expiry of the current session while its renewal is pending: the person has typed the password before the end.
 * Signing out is not held.
 *
 * @returns a function for its response: the session expires unless it was renewed, for the given reason, by default that of
 *   the held expiry
 */
export function holdExpiry(idToken: string): (reason?: EndReason) => void {
  const held: typeof heldExpiry = { idToken }
  heldExpiry = held
  return (reason) => {
    if (heldExpiry !== held) return
    heldExpiry = undefined
    if (held.reason && useStoredSession.getState().idToken === idToken) expireSession(reason ?? held.reason)
  }
}

/** React hook: why the last session ended (D39); null if there is nothing to say. */
export function useEndReason(): EndReason | null {
  return useStoredSession(({ endReason }) => endReason)
}

/** Leaves for the next document why the session of this one ended. */
export function leaveEndReason(): void {
  const { endReason } = useStoredSession.getState()
  if (endReason) storeEndReason(endReason)
}

/** Takes over why the session of the last document ended. A reload does not say it again. */
export function restoreLastEndReason(): void {
  const endReason = takeEndReason()
  if (isEndReason(endReason)) change({ endReason })
}

/** Forgets why the last session ended, once the person goes on. */
export function forgetEndReason(): void {
  change({ endReason: null })
}

/**
 * Replaces the session by that in session storage, for the guard. Adds a missing identity, and stores the end that a
 * stored expiry too far ahead was reduced to, because the next reload must not reduce it again.
 */
export function restoreSession(): void {
  const session = readSession()
  const { idToken, expiresAt, deadline, id, name } = session
  if (idToken === null || expiresAt === null || deadline === null) change(session)
  else replaceSession({ idToken, expiresAt, deadline, id: id ?? randomId(), name })
}

/** True while there is a token and neither clock has reached the end of the session (specification §4). */
export function isLoggedIn(): boolean {
  return sessionMsLeft() > 0
}

/** The time until the session ends, in milliseconds; 0 when signed out. */
export function sessionMsLeft(): number {
  const { idToken, expiresAt, deadline } = useStoredSession.getState()
  if (idToken === null || expiresAt === null) return 0
  return Math.max(0, msUntil({ expiresAt, deadline: deadline ?? Number.POSITIVE_INFINITY }))
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

function replaceSession(session: ActiveSession): void {
  storeSession(session)
  change({ ...session, endReason: null })
}
