import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endSession, isLoggedIn, restoreSession, startSession, useSession } from './session'

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
    expect({ ...sessionStorage }).toEqual({ id_token: 'a.b.c', expires_at: String(SIGN_IN + 600_000) })
  })

  it('is logged in until, and not at, expires_at', () => {
    expect(isLoggedIn()).toBe(false)
    startSession('a.b.c')
    vi.setSystemTime(SIGN_IN + 599_999)
    expect(isLoggedIn()).toBe(true)
    vi.setSystemTime(SIGN_IN + 600_000)
    expect(isLoggedIn()).toBe(false)
  })

  it('removes both keys at the end', () => {
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
