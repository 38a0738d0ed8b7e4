import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  endSession,
  expireSession,
  isLoggedIn,
  renewSession,
  restoreSession,
  sessionId,
  sessionMsLeft,
  startSession,
  useHostSession,
  useSession,
} from './session'
import { keepView, takeKept } from './stored-session'
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

  it('stores its identity under a third key (D29, session storage)', () => {
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

describe('the clock of a session', () => {
  const HOUR_MS = 3_600_000
  const TEN_MINUTES = 600_000
  /** Time passes. */
  const pass = (ms: number) => vi.advanceTimersByTime(ms)
  /** The wall clock is set, or the machine sleeps: the monotonic clock does not change. */
  const setClock = (ms: number) => vi.setSystemTime(Date.now() + ms)
  /** A new document in another process: the origin of the monotonic clock is taken from the wall clock again. */
  const reloadInNewProcess = () => {
    vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() - performance.now())
    restoreSession()
  }

  beforeEach(() => {
    const origin = performance.timeOrigin
    // Fake timers make it a plain value, which cannot be spied on.
    Object.defineProperty(performance, 'timeOrigin', { get: () => origin, configurable: true })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it.each<[string, () => void]>([
    ['nothing', () => undefined],
    ['the clock set back by an hour', () => setClock(-HOUR_MS)],
    ['the clock set back by a minute', () => setClock(-60_000)],
    ['the clock set forward and back', () => [HOUR_MS, -2 * HOUR_MS].forEach(setClock)],
    [
      'the clock set back, and a reload',
      () => {
        setClock(-HOUR_MS)
        restoreSession()
      },
    ],
    [
      'the clock set back by less than the rest, and a reload',
      () => {
        setClock(-60_000)
        restoreSession()
      },
    ],
    [
      'reloads while the clock is set back step by step',
      () => {
        for (let step = 0; step < 5; step++) {
          setClock(-60_000)
          restoreSession()
        }
      },
    ],
  ])('ends ten minutes after the sign-in, in spite of %s', (_what, change) => {
    startSession('a.b.c', 'ana')
    pass(200_000)
    change()
    pass(399_999)
    expect(isLoggedIn()).toBe(true)
    pass(1)
    expect(isLoggedIn()).toBe(false)
    restoreSession()
    expect(isLoggedIn()).toBe(false)
  })

  it.each([
    ['the clock is set forward', HOUR_MS],
    ['the machine sleeps until the end', TEN_MINUTES],
  ])('ends at once when %s', (_what, ms) => {
    startSession('a.b.c')
    setClock(ms)
    expect(isLoggedIn()).toBe(false)
    expect(sessionMsLeft()).toBe(0)
  })

  it('has at most ten minutes more after a reload in another process with the clock set back', () => {
    startSession('a.b.c')
    pass(200_000)
    setClock(-HOUR_MS)
    reloadInNewProcess()
    expect(sessionMsLeft()).toBe(TEN_MINUTES)
    pass(200_000)
    reloadInNewProcess()
    expect(sessionMsLeft()).toBe(400_000)
  })

  it('reduces a stored expiry too far ahead once, and keeps the identity', () => {
    startSession('a.b.c', 'ana')
    const id = sessionId()
    const stored = String(SIGN_IN + 10 * HOUR_MS)
    const record = JSON.parse(sessionStorage.getItem('canje.session') ?? '')
    const changed = JSON.stringify({ ...record, expiresAt: Number(stored) })
    Object.assign(sessionStorage, { expires_at: stored, 'canje.session': changed })
    restoreSession()
    expect(sessionMsLeft()).toBe(TEN_MINUTES)
    expect(sessionStorage.getItem('expires_at')).toBe(String(SIGN_IN + TEN_MINUTES))
    pass(100_000)
    restoreSession()
    expect(sessionMsLeft()).toBe(500_000)
    expect([sessionId(), useHostSession.getState().name]).toEqual([id, 'ana'])
  })

  it.each(['Infinity', '1e400', 'NaN', '', ' ', '-1', '0'])('is over with the stored expiry %j', (expires_at) => {
    Object.assign(sessionStorage, { id_token: 'a', expires_at })
    restoreSession()
    expect(isLoggedIn()).toBe(false)
  })

  it.each([-1, 0, 5_000])('follows a stored expiry in %i ms', (ms) => {
    startSession('a.b.c')
    sessionStorage.setItem('expires_at', String(Date.now() + ms))
    restoreSession()
    expect(sessionMsLeft()).toBe(Math.max(0, ms))
  })

  it.each([
    [Number.MAX_VALUE, TEN_MINUTES],
    [SIGN_IN + HOUR_MS, TEN_MINUTES],
    [SIGN_IN + 300_000, 300_000],
    [SIGN_IN - 1, 0],
  ])('gives a session renewed until %d another %i ms', (expiresAt, left) => {
    startSession('a.b.c')
    renewSession('d.e.f', expiresAt)
    expect(sessionMsLeft()).toBe(left)
    expect(Number(sessionStorage.getItem('expires_at'))).toBeLessThanOrEqual(SIGN_IN + TEN_MINUTES)
  })

  it('starts again with a renewal, after the clock was set back', () => {
    startSession('a.b.c')
    pass(500_000)
    setClock(-HOUR_MS)
    renewSession('d.e.f')
    expect(sessionMsLeft()).toBe(TEN_MINUTES)
  })

  it('ends the 30 minutes of a kept view, too', () => {
    startSession('a.b.c', 'ana')
    expireSession()
    keepView('/main?tab=codigos')
    setClock(-HOUR_MS)
    pass(1_800_000)
    startSession('d.e.f', 'ana')
    expect(takeKept('view')).toBeNull()
  })
})

describe('an expired session (D29, session storage)', () => {
  const MINUTE_MS = 60_000

  it('keeps the name and the view for the same person', () => {
    startSession('a.b.c', 'ana')
    expireSession()
    expect(keepView('/main?tab=codigos#q=luis')).toBe(true)
    expect(Object.keys(sessionStorage)).toEqual(['canje.session'])
    startSession('d.e.f', 'ana')
    expect(takeKept('view')).toBe('/main?tab=codigos#q=luis')
    expect(takeKept('view')).toBeNull()
  })

  const draft = { tab: 'codigos', dialog: 'crear', text: '50' }

  it('keeps the draft of an open dialog for the same person', () => {
    startSession('a.b.c', 'ana')
    expireSession()
    keepView('/main?tab=codigos', draft)
    // As by the back button, which enters the view again.
    keepView('/main?tab=codigos')
    startSession('d.e.f', 'ana')
    expect(takeKept('draft')).toEqual(draft)
    expect(takeKept('draft')).toBeNull()
    expect(takeKept('view')).toBe('/main?tab=codigos')
  })

  it('replaces the draft by that of a later expiry', () => {
    startSession('a.b.c', 'ana')
    expireSession()
    keepView('/main?tab=codigos', draft)
    startSession('d.e.f', 'ana')
    expireSession()
    keepView('/main', null)
    startSession('g.h.i', 'ana')
    expect(takeKept('draft')).toBeNull()
  })

  it('leaves nothing to another person', () => {
    startSession('a.b.c', 'ana')
    expireSession()
    keepView('/main?tab=codigos#q=luis', { ...draft, text: 'luis' })
    startSession('d.e.f', 'eva')
    expect(takeKept('view')).toBeNull()
    expect(takeKept('draft')).toBeNull()
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
    expect(takeKept('view')).toBe(view)
    expect(takeKept('draft')).toEqual(view && draft)
  })

  it('keeps nothing without a name', () => {
    startSession('a.b.c')
    expireSession()
    expect(keepView('/main?tab=codigos', draft)).toBe(false)
    expect(takeKept('endReason')).toEqual({ kind: 'expired' })
    expect(sessionStorage).toHaveLength(0)
  })

  it('is signed in where session storage is full, and leaves nothing to a reload', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    startSession('a.b.c', 'ana')
    restoreSession()
    expect(isLoggedIn()).toBe(true)
    expireSession()
    keepView('/main?tab=codigos', draft)
    startSession('d.e.f', 'ana')
    expect(isLoggedIn()).toBe(true)
    expect(sessionStorage).toHaveLength(0)
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
    '{"id":"1","expiresAt":9e99,"name":"ana","view":null,"draft":{"tab":"codigos","dialog":"crear","text":50}}',
  ])('ignores a record that is %s', (record) => {
    sessionStorage.setItem('canje.session', record)
    expect(keepView('/main')).toBe(false)
    expect(takeKept('view')).toBeNull()
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

  it('is added to a session without one, and then kept', () => {
    Object.assign(sessionStorage, { id_token: 'a', expires_at: String(SIGN_IN + 1000) })
    restoreSession()
    const id = sessionId()
    expect(id).toEqual(expect.any(String))
    restoreSession()
    expect(sessionId()).toBe(id)
    expect(useSession.getState()).toMatchObject({ idToken: 'a', expiresAt: SIGN_IN + 1000 })
  })

  it('is replaced when somebody else has changed the two specified keys', () => {
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
