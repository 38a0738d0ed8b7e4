import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endSession, isLoggedIn, restoreSession, sessionId, startSession, useSession } from './session'
import { sessionForTests } from './testing'

const SIGN_IN = Date.UTC(2026, 0, 15, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: SIGN_IN })
  sessionStorage.clear()
  restoreSession()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('session', () => {
  it('keeps the token and the expiry under the specified keys, as a string and a millisecond timestamp', () => {
    startSession('a.b.c')
    expect({ ...sessionStorage }).toMatchObject({ id_token: 'a.b.c', expires_at: String(SIGN_IN + 600_000) })
  })

  it('is logged in until, and not at, expires_at', () => {
    expect(isLoggedIn()).toBe(false)
    startSession('a.b.c')
    vi.setSystemTime(SIGN_IN + 599_999)
    expect(isLoggedIn()).toBe(true)
    vi.setSystemTime(SIGN_IN + 600_000)
    expect(isLoggedIn()).toBe(false)
  })

  it('removes all that it keeps at the end', () => {
    startSession('a.b.c')
    endSession()
    expect(sessionStorage).toHaveLength(0)
    expect(useSession.getState().idToken).toBeNull()
  })

  it('takes whatever session storage holds when restored', () => {
    startSession('a.b.c')
    sessionStorage.setItem('expires_at', String(SIGN_IN - 1))
    restoreSession()
    expect(isLoggedIn()).toBe(false)
  })

  it('keeps one key more, with its identity (D29)', () => {
    startSession('a.b.c')
    expect(Object.keys(sessionStorage).sort()).toEqual(['canje.session', 'expires_at', 'id_token'])
    expect(sessionStorage.getItem('canje.session')).toContain(sessionId())
  })

  it.each([
    ['no token', { expires_at: String(SIGN_IN + 1000) }],
    ['no expiry', { id_token: 'a' }],
    ['an expiry that is no number', { id_token: 'a', expires_at: 'mañana' }],
    ['an empty token', { id_token: '', expires_at: String(SIGN_IN + 1000) }],
  ])('is signed out with %s', (_name, stored) => {
    for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value)
    restoreSession()
    expect(isLoggedIn()).toBe(false)
  })
})

describe('the identity of a session', () => {
  it('is of one sign-in alone, whatever its token and its end', () => {
    startSession('a.b.c')
    const first = sessionId()
    startSession('a.b.c')
    expect(first).toEqual(expect.any(String))
    expect(sessionId()).toEqual(expect.any(String))
    expect(sessionId()).not.toBe(first)
    endSession()
    expect(sessionId()).toBeNull()
  })

  it('outlasts a reload', () => {
    startSession('a.b.c')
    const id = sessionId()
    restoreSession()
    expect(sessionId()).toBe(id)
  })

  it('is given to a session that has none, and stays with it', () => {
    Object.assign(sessionStorage, { id_token: 'a', expires_at: String(SIGN_IN + 1000) })
    restoreSession()
    const id = sessionId()
    expect(id).toEqual(expect.any(String))
    restoreSession()
    expect(sessionId()).toBe(id)
    expect(useSession.getState()).toMatchObject({ idToken: 'a', expiresAt: SIGN_IN + 1000 })
  })

  it('is not that of an earlier session, which a shell that knows no identities has left behind', () => {
    startSession('a.b.c')
    const earlier = sessionId()
    Object.assign(sessionStorage, { id_token: 'd.e.f', expires_at: String(SIGN_IN + 600_001) })
    restoreSession()
    expect(sessionId()).not.toBe(earlier)
    expect(sessionId()).not.toBeNull()
  })
})

describe('sessionForTests', () => {
  it('is what a sign-in stores', () => {
    Object.assign(sessionStorage, sessionForTests())
    const stored = Object.keys(sessionStorage).sort()
    restoreSession()
    expect(sessionId()).toBe('session-for-tests')
    expect(useSession.getState()).toMatchObject({ idToken: 'token-for-tests', expiresAt: SIGN_IN + 600_000 })
    startSession('a.b.c')
    expect(Object.keys(sessionStorage).sort()).toEqual(stored)
  })
})
