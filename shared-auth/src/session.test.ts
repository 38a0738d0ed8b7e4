import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
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

const SIGN_IN = Date.UTC(2026, 0, 15, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: SIGN_IN })
  sessionStorage.clear()
  restoreSession()
})

describe('session', () => {
  it('stores token and expiry under the specified keys, and its identity under a third (D29, session storage)', () => {
    startSession('a.b.c')
    const record = expect.stringContaining(sessionId() ?? 'an id')
    const expiry = String(SIGN_IN + 600_000)
    expect({ ...sessionStorage }).toEqual({ id_token: 'a.b.c', expires_at: expiry, 'canje.session': record })
  })

  it('is logged in until expires_at, exclusive', () => {
    expect(isLoggedIn()).toBe(false)
    startSession('a.b.c')
    vi.setSystemTime(SIGN_IN + 599_999)
    expect(isLoggedIn()).toBe(true)
    vi.setSystemTime(SIGN_IN + 600_000)
    expect(isLoggedIn()).toBe(false)
  })

  it.each([
    ['no token', { expires_at: String(SIGN_IN + 1000) }],
    ['no expiry', { id_token: 'a' }],
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
    const { timeOrigin } = performance
    const setOrigin = (value: number) => Object.defineProperty(performance, 'timeOrigin', { value, configurable: true })
    setOrigin(Date.now() - performance.now())
    onTestFinished(() => void setOrigin(timeOrigin))
    restoreSession()
  }

  it.each<[string, () => void]>([
    ['the clock set forward and back', () => [HOUR_MS, -2 * HOUR_MS].forEach(setClock)],
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

  it('ends at once when the clock is set forward, or the machine sleeps until the end', () => {
    startSession('a.b.c')
    setClock(TEN_MINUTES)
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
    [SIGN_IN + 300_000, 200_000],
    [SIGN_IN - 1, 0],
  ])('gives a session renewed until %d another %i ms', (expiresAt, left) => {
    startSession('a.b.c')
    pass(100_000)
    renewSession('d.e.f', expiresAt)
    expect(sessionMsLeft()).toBe(left)
    expect(Number(sessionStorage.getItem('expires_at'))).toBeLessThanOrEqual(Date.now() + TEN_MINUTES)
  })
})

describe('an expired session (D29, session storage)', () => {
  const HALF_HOUR = 1_800_000

  const draft = { tab: 'codigos', dialog: 'crear', text: '50' }

  it('keeps the name, the view and the draft of an open dialog for the same person', () => {
    startSession('a.b.c', 'ana')
    expireSession()
    expect(keepView('/main?tab=codigos', draft)).toBe(true)
    expect(Object.keys(sessionStorage)).toEqual(['canje.session'])
    expect(takeKept('endReason')).toEqual({ kind: 'expired' })
    // As by the back button, which enters the view again.
    keepView('/main?tab=codigos')
    startSession('d.e.f', 'ana')
    expect(takeKept('draft')).toEqual(draft)
    expect(takeKept('draft')).toBeNull()
    expect(takeKept('view')).toBe('/main?tab=codigos')
    expect(takeKept('view')).toBeNull()
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

  it.each<[string, () => unknown, string | null]>([
    ['29 minutes', () => vi.advanceTimersByTime(HALF_HOUR - 60_000), '/main?tab=codigos'],
    ['30 minutes of sleep', () => vi.setSystemTime(SIGN_IN + HALF_HOUR), null],
    ['30 minutes and a changed clock', () => [vi.advanceTimersByTime(HALF_HOUR), vi.setSystemTime(0)], null],
  ])('has after %s the view %s', (_time, pass, view) => {
    startSession('a.b.c', 'ana')
    expireSession()
    keepView('/main?tab=codigos', draft)
    pass()
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
    '{"endReason":{"kind":"expired"}}',
    '{"id":"1","expiresAt":9e99,"name":{},"view":null,"draft":null}',
    '{"id":"1","expiresAt":9e99,"name":"ana","view":null,"draft":{"tab":"codigos","dialog":"crear","text":50}}',
  ])('ignores a record that is %s', (record) => {
    sessionStorage.setItem('canje.session', record)
    expect(keepView('/main')).toBe(false)
    expect([takeKept('view'), takeKept('endReason')]).toEqual([null, null])
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
