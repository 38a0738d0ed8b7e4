import { entriesOf, SESSION_LIFETIME_MS } from './stored-session'

/** A session as a test wants it; what it leaves out is that of a sign-in just now. */
export interface TestSession {
  token?: string
  /** In milliseconds since the epoch. */
  expiresAt?: number
  id?: string
}

/**
 * What session storage holds of a session, by key: `Object.assign(sessionStorage, sessionForTests())`, in a page of a
 * browser too. It is no part of what shell and tabs share at run time.
 */
export function sessionForTests(session: TestSession = {}): Record<string, string> {
  const { token = 'token-for-tests', expiresAt = Date.now() + SESSION_LIFETIME_MS, id = 'session-for-tests' } = session
  return entriesOf(token, expiresAt, id)
}
