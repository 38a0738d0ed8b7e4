import { beforeEach, describe, expect, it, vi } from 'vitest'
import { guardSession, signIn } from './authentication'
import { randomId } from './random-id'
import { configureServices } from './services'
import {
  endSession,
  expireSession,
  renewSession,
  restoreSession,
  sessionId,
  sessionMsLeft,
  startSession,
  useHostSession,
  useSession,
} from './session'
import { renew, signOut } from './session-control'
import { takeKept } from './stored-session'
import { skipShortWaits } from './testing/server'
import { startTestService } from './tests/service'

const service = startTestService()
beforeEach(() => {
  service.reply = { body: '{"data":{"data":{"id":1}}}' }
})

describe('signIn', () => {
  const attempt = () => signIn({ username: 'ana', password: 'x' })

  it.each([
    ['a token', { body: '{"data":"late"}' }],
    ['a refusal', { body: '{"data":null}' }],
  ])('changes nothing once another session has begun, with %s', async (_what, response) => {
    service.reply = response
    const late = attempt()
    startSession('other', 'eva')
    expect(await late).toEqual({ kind: 'cancelled' })
    expect([useSession.getState().idToken, useHostSession.getState().name]).toEqual(['other', 'eva'])
  })

  it('starts one session of two attempts', async () => {
    service.reply = { body: '{"data":"t"}' }
    const outcomes = await Promise.all([attempt(), attempt()])
    expect(outcomes).toContain('signed-in')
    expect(outcomes).toContainEqual({ kind: 'cancelled' })
  })

  it('replaces a session that was there before, also one that ends meanwhile', async () => {
    service.reply = { body: '{"data":"t"}' }
    startSession('before', 'eva')
    expect(await attempt()).toBe('signed-in')
    const late = attempt()
    endSession()
    expect(await late).toBe('signed-in')
    expect(useHostSession.getState().name).toBe('ana')
  })

  it('returns the fault of the request, and starts no session', async () => {
    service.reply = { status: 429, headers: { 'Retry-After': '241' }, body: '{"error":{}}' }
    expect(await attempt()).toEqual({ kind: 'busy', retryAfterSeconds: 241 })
    expect(useSession.getState().idToken).toBeNull()
  })
})

describe('guardSession', () => {
  it.each<[string, () => unknown, boolean, string]>([
    ['is renewed before the service rejects the earlier token', () => renewSession('u'), true, 'u'],
    ['began during the request, even with the same token', () => startSession('t'), false, 't'],
  ])('keeps a session that %s', async (_what, change, isGranted, token) => {
    startSession('t')
    service.reply = { body: '{"data":{"data":{"id":0}}}' }
    const guarded = guardSession()
    change()
    expect(await guarded).toBe(isGranted)
    expect(useSession.getState().idToken).toBe(token)
  })

  it('reads session storage instead of the state in memory', async () => {
    startSession('t')
    sessionStorage.clear()
    expect(await guardSession()).toBe(false)
    expect(service.requests).toHaveLength(0)
  })

  it.each([
    ['id 0', { body: '{"data":{"data":{"id":0}}}' }, { kind: 'unauthorized' }],
    ['a failed request', { status: 500, body: '{}' }, { kind: 'failed', status: 500 }],
  ])('denies access on %s, removes the token and states why', async (_name, response, reason) => {
    skipShortWaits()
    startSession('t')
    service.reply = response
    expect(await guardSession()).toBe(false)
    expect(takeKept('endReason')).toMatchObject(reason)
    expect(sessionStorage).toHaveLength(0)
  })

  it('states that the session has expired, until the next one begins', async () => {
    startSession('t')
    sessionStorage.setItem('expires_at', String(Date.now() - 1))
    expect(await guardSession()).toBe(false)
    expect(service.requests).toEqual([])
    // Another guard before the login screen, without a session.
    await guardSession()
    const { 'canje.session': record } = sessionStorage
    expect(takeKept('endReason')).toEqual({ kind: 'expired' })
    sessionStorage.setItem('canje.session', record)
    startSession('u')
    expect(takeKept('endReason')).toBeNull()
  })

  it('states nothing without a session before, and after a sign-out', async () => {
    await guardSession()
    expect(takeKept('endReason')).toBeNull()
    startSession('t')
    endSession()
    await guardSession()
    expect(takeKept('endReason')).toBeNull()
  })
})

describe('renew', () => {
  /** Another one for each test, because messages of an earlier renewal may arrive late. */
  let token: string
  beforeEach(() => {
    token = randomId()
    startSession(token, 'ana')
  })

  it.each([
    [['history'], true],
    [[], false],
  ])('sends the token of the session to a service with %j: %s', async (features, isSent) => {
    configureServices({ features })
    service.reply = { body: '{"data":"u"}' }
    await renew('x')
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual([
      isSent ? `Bearer ${token}` : undefined,
    ])
  })

  it('gives the same session a new token and ten minutes', async () => {
    const session = sessionId()
    sessionStorage.setItem('expires_at', '7')
    useSession.setState({ expiresAt: Date.now() + 5_000 })
    service.reply = { body: '{"data":"u"}' }

    expect(await renew('x')).toBe('renewed')

    const body = { username_input: 'ana', password_input: 'x' }
    expect(service.requests.map((request) => [request.path, JSON.parse(request.body)])).toEqual([
      ['/security/CreateToken', body],
    ])
    expect([sessionId(), useSession.getState().idToken]).toEqual([session, 'u'])
    const { expiresAt } = useSession.getState()
    expect(Number(expiresAt) - Date.now()).toBeGreaterThan(590_000)
    expect([sessionStorage.getItem('id_token'), sessionStorage.getItem('expires_at')]).toEqual(['u', String(expiresAt)])
    restoreSession()
    expect([sessionId(), useHostSession.getState().name]).toEqual([session, 'ana'])
  })

  it.each([
    ['refused', { body: '{"data":null}' }],
    ['failed', { status: 500, body: '{}' }],
  ])('keeps the session when the request is %s', async (kind, response) => {
    service.reply = response
    expect(await renew('x')).toMatchObject({ kind })
    expect(useSession.getState().idToken).toBe(token)
  })

  it.each([
    ['a sign-out', () => endSession()],
    ['a sign-out after its expiry', () => [expireSession(), endSession()]],
    ['the sign-in of another person', () => startSession('other', 'eva')],
    ['the sign-in of another person with the same token', () => startSession(token, 'eva')],
  ])('does not replace the session after %s', async (_what, end) => {
    service.reply = { body: '{"data":"u"}' }
    const renewed = renew('x')
    end()
    expect(await renewed).toBe('ended')
    expect(useSession.getState().idToken).not.toBe('u')
    expireSession()
    expect(useSession.getState().idToken).toBeNull()
  })

  /** What ends a session by itself. */
  const ends: [what: string, end: () => unknown][] = [
    ['its expiry', () => [useSession.setState({ expiresAt: Date.now() - 1 }), expireSession()]],
    ['a service that rejects its token', () => expireSession({ kind: 'unauthorized' })],
    ['a guard in its last second', () => void guardSession()],
  ]

  it.each(ends)('continues the session with a response after %s, also with the same token', async (_what, end) => {
    service.reply = { body: '{"data":"u"}' }
    for (let times = 0; times < 2; times++) {
      const session = sessionId()
      const renewed = renew('x')
      end()
      expect(await renewed).toBe('renewed')
      expect([sessionId(), useSession.getState().idToken]).toEqual([session, 'u'])
      expect(sessionMsLeft()).toBeGreaterThan(590_000)
    }
    // It is held no longer.
    expireSession()
    expect(useSession.getState().idToken).toBeNull()
    expect(takeKept('endReason')).toEqual({ kind: 'expired' })
  })

  it.each([
    ['of a wrong password', { body: '{"data":null}' }, { kind: 'expired' }],
    ['of a wrong password, as a status', { status: 401, body: '{}' }, { kind: 'expired' }],
    ['of a service that fails', { status: 502, body: '{}' }, { kind: 'failed', status: 502, retryAfterSeconds: null }],
  ])('ends an expired session with a response %s, and says why', async (_what, response, endReason) => {
    service.reply = response
    const renewed = renew('x')
    useSession.setState({ expiresAt: Date.now() - 1 })
    expireSession()
    await renewed
    expect(useSession.getState().idToken).toBeNull()
    expect(takeKept('endReason')).toEqual(endReason)
    expect(sessionStorage.getItem('id_token')).toBeNull()
  })

  it('leaves a session that another window has renewed meanwhile, whatever the response', async () => {
    service.reply = { body: '{"data":null}' }
    const renewed = renew('x')
    useSession.setState({ expiresAt: Date.now() - 1 })
    expireSession()
    renewSession('v')
    expect(await renewed).toEqual({ kind: 'refused' })
    expect(useSession.getState().idToken).toBe('v')
  })
})

describe('signOut', () => {
  it('revokes the token on a service that can, even when the document ends with the session', async () => {
    configureServices({ features: ['revoke'] })
    startSession('t')
    const fetched = vi.spyOn(globalThis, 'fetch')
    signOut()
    expect(useSession.getState().idToken).toBeNull()
    await vi.waitFor(() => expect(service.requests).toHaveLength(1))
    expect(service.requests).toMatchObject([{ path: '/security/Logout', body: '{"Authorization_input":"Bearer t"}' }])
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', keepalive: true })
  })

  it('sends nothing to a service that cannot', async () => {
    startSession('t')
    signOut()
    await guardSession()
    expect(service.requests).toEqual([])
  })
})
