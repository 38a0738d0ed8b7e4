import { SESSION_LIFETIME_MS } from './session-lifetime'

/** Overrides of a test session; the defaults are those of a sign-in now. */
export interface TestSession {
  token?: string
  /** In milliseconds since the epoch. */
  expiresAt?: number
  id?: string
  /** The user name. */
  name?: string | null
}

/**
 * The entries of a session in session storage, by key: `Object.assign(sessionStorage, sessionForTests())`.
 * For unit tests and browser pages; not part of the contract.
 */
export function sessionForTests(session: TestSession = {}): Record<string, string> {
  const { token = 'token-for-tests', expiresAt = Date.now() + SESSION_LIFETIME_MS } = session
  const { id = 'session-for-tests', name = null } = session
  // Tests set the wall clock only.
  const record = { id, name, expiresAt, deadline: Number.MAX_VALUE }
  return { id_token: token, expires_at: String(expiresAt), 'canje.session': JSON.stringify(record) }
}
