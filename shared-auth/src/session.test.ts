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
  it('stores the token and the expiry in milliseconds under the specified keys', () => {
    startSession('a.b.c')
    expect({ ...sessionStorage }).toMatchObject({ id_token: 'a.b.c', expires_at: String(SIGN_IN + 600_000) })
  })

  it('is logged in until expires_at, exclusive', () => {
    expect(isLoggedIn()).toBe(false)
    startSession('a.b.c')
    vi.setSystemTime(SIGN_IN + 599_999)
    expect(isLoggedIn()).toBe(true)
    vi.setSystemTime(SIGN_IN + 600_000)
    expect(isLoggedIn()).toBe(false)
  })

  it('removes all its keys at the end of the session', () => {
    startSession('a.b.c')
    endSession()
    expect(sessionStorage).toHaveLength(0)
    expect(useSession.getState().idToken).toBeNull()
  })

  it('restores the session from session storage', () => {
    startSession('a.b.c')
    sessionStorage.setItem('expires_at', String(SIGN_IN - 1))
    restoreSession()
    expect(isLoggedIn()).toBe(false)
  })

  it('stores its identity under a third key (D29)', () => {
    startSession('a.b.c')
    expect(Object.keys(sessionStorage).sort()).toEqual(['canje.session', 'expires_at', 'id_token'])
    expect(sessionStorage.getItem('canje.session')).toContain(sessionId())
  })

  it.each([
    ['no token', { expires_at: String(SIGN_IN + 1000) }],
    ['no expiry', { id_token: 'a' }],
    ['a non-numeric expiry', { id_token: 'a', expires_at: 'mañana' }],
    ['an empty token', { id_token: '', expires_at: String(SIGN_IN + 1000) }],
  ])('is signed out with %s', (_name, stored) => {
    for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value)
    restoreSession()
    expect(isLoggedIn()).toBe(false)
  })
})

describe('session identity', () => {
  it('is unique per sign-in, even with the same token and expiry', () => {
    startSession('a.b.c')
    const first = sessionId()
    startSession('a.b.c')
    expect(first).toEqual(expect.any(String))
    expect(sessionId()).toEqual(expect.any(String))
    expect(sessionId()).not.toBe(first)
    endSession()
    expect(sessionId()).toBeNull()
  })

  it('survives a reload', () => {
    startSession('a.b.c')
    const id = sessionId()
    restoreSession()
    expect(sessionId()).toBe(id)
  })

  it('is added to a session without one, and then kept', () => {
    Object.assign(sessionStorage, { id_token: 'a', expires_at: String(SIGN_IN + 1000) })
    restoreSession()
    const id = sessionId()
    expect(id).toEqual(expect.any(String))
    restoreSession()
    expect(sessionId()).toBe(id)
    expect(useSession.getState()).toMatchObject({ idToken: 'a', expiresAt: SIGN_IN + 1000 })
  })

  it('is replaced when an older shell left the identity of an earlier session', () => {
    startSession('a.b.c')
    const earlier = sessionId()
    Object.assign(sessionStorage, { id_token: 'd.e.f', expires_at: String(SIGN_IN + 600_001) })
    restoreSession()
    expect(sessionId()).not.toBe(earlier)
    expect(sessionId()).not.toBeNull()
  })
})

describe('sessionForTests', () => {
  it('returns the same keys as a sign-in stores', () => {
    Object.assign(sessionStorage, sessionForTests())
    const stored = Object.keys(sessionStorage).sort()
    restoreSession()
    expect(sessionId()).toBe('session-for-tests')
    expect(useSession.getState()).toMatchObject({ idToken: 'token-for-tests', expiresAt: SIGN_IN + 600_000 })
    startSession('a.b.c')
    expect(Object.keys(sessionStorage).sort()).toEqual(stored)
  })
})
