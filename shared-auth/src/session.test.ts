import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endSession, expireSession, isLoggedIn, restoreSession, sessionId, startSession, useSession } from './session'
import { keepView, takeDraft, takeView } from './stored-session'
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

describe('an expired session (D29)', () => {
  const MINUTE_MS = 60_000

  it('keeps the name and the view for the same person', () => {
    startSession('a.b.c', 'ana')
    expireSession()
    expect(keepView('/main?tab=codigos#q=luis')).toBe(true)
    expect(Object.keys(sessionStorage)).toEqual(['canje.session'])
    startSession('d.e.f', 'ana')
    expect(takeView()).toBe('/main?tab=codigos#q=luis')
    expect(takeView()).toBeNull()
  })

  const draft = { tab: 'codigos', dialog: 'crear', text: '50' }

  it('keeps the draft of an open dialog for the same person', () => {
    startSession('a.b.c', 'ana')
    expireSession()
    keepView('/main?tab=codigos', draft)
    // As by the back button, which enters the view again.
    keepView('/main?tab=codigos')
    startSession('d.e.f', 'ana')
    expect(takeDraft()).toEqual(draft)
    expect(takeDraft()).toBeNull()
    expect(takeView()).toBe('/main?tab=codigos')
  })

  it('replaces the draft by that of a later expiry', () => {
    startSession('a.b.c', 'ana')
    expireSession()
    keepView('/main?tab=codigos', draft)
    startSession('d.e.f', 'ana')
    expireSession()
    keepView('/main', null)
    startSession('g.h.i', 'ana')
    expect(takeDraft()).toBeNull()
  })

  it('leaves nothing to another person', () => {
    startSession('a.b.c', 'ana')
    expireSession()
    keepView('/main?tab=codigos#q=luis', { ...draft, text: 'luis' })
    startSession('d.e.f', 'eva')
    expect(takeView()).toBeNull()
    expect(takeDraft()).toBeNull()
    expect(JSON.stringify(sessionStorage)).not.toContain('luis')
  })

  it.each([
    [29, '/main?tab=codigos'],
    [30, null],
  ])('has after %i minutes the view %s', (minutes, view) => {
    startSession('a.b.c', 'ana')
    expireSession()
    keepView('/main?tab=codigos', draft)
    vi.setSystemTime(SIGN_IN + minutes * MINUTE_MS)
    startSession('d.e.f', 'ana')
    expect(takeView()).toBe(view)
    expect(takeDraft()).toEqual(view && draft)
  })

  it('keeps nothing without a name', () => {
    startSession('a.b.c')
    expireSession()
    expect(keepView('/main?tab=codigos', draft)).toBe(false)
    expect(sessionStorage).toHaveLength(0)
  })

  it('keeps nothing where session storage is full, and is signed in all the same', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    startSession('a.b.c', 'ana')
    restoreSession()
    expect(isLoggedIn()).toBe(true)
    expireSession()
    expect(keepView('/main?tab=codigos', draft)).toBe(false)
    startSession('d.e.f', 'ana')
    expect(takeView()).toBeNull()
    expect(isLoggedIn()).toBe(true)
    full.mockRestore()
    endSession()
    expect(isLoggedIn()).toBe(false)
  })

  it('keeps nothing after a sign-out by button', () => {
    startSession('a.b.c', 'ana')
    endSession()
    expect(keepView('/main?tab=codigos')).toBe(false)
    expect(sessionStorage).toHaveLength(0)
  })

  it.each([
    '',
    '1 2',
    '{',
    'null',
    '{"id":1}',
    '{"id":"1","expiresAt":9e99,"name":{},"view":null,"draft":null}',
    '{"id":"1","expiresAt":9e99,"name":"ana","view":null,"draft":{"tab":"codigos"}}',
  ])('ignores a record that is %s', (record) => {
    sessionStorage.setItem('canje.session', record)
    expect(keepView('/main')).toBe(false)
    expect(takeView()).toBeNull()
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
