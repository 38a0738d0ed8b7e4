import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { guardSession, signIn, trySignIn } from './authentication'
import { configureServices } from './service-urls'
import { endSession, startSession, useSession } from './session'
import { startTestServer } from './test-server'

let server: Awaited<ReturnType<typeof startTestServer>>
let reply: { status?: number; headers?: Record<string, string>; body: string }

beforeEach(async () => {
  reply = { body: '{"data":{"data":{"id":1}}}' }
  server = await startTestServer(() => reply)
  configureServices({ securityUrl: server.url, apiUrl: server.url })
})
afterEach(async () => {
  endSession()
  await server.close()
})

describe('signIn', () => {
  it('starts the session with the token', async () => {
    reply = { body: '{"data":"t"}' }
    expect(await signIn({ username: 'ana', password: 'x' })).toBe(true)
    expect(sessionStorage.getItem('id_token')).toBe('t')
  })

  it('starts no session when the credentials are rejected', async () => {
    reply = { body: '{"data":null}' }
    expect(await signIn({ username: 'ana', password: 'x' })).toBe(false)
    expect(useSession.getState().idToken).toBeNull()
  })
})

describe('trySignIn', () => {
  const tooMany = (headers: Record<string, string>) => ({ status: 429, headers, body: '{"error":{}}' })
  const attempt = () => trySignIn({ username: 'ana', password: 'x' })

  it('starts the session with the token', async () => {
    reply = { body: '{"data":"t"}' }
    expect(await attempt()).toBe('signed-in')
    expect(sessionStorage.getItem('id_token')).toBe('t')
  })

  it.each([
    ['no token', { body: '{"data":null}' }],
    ['another failure with a Retry-After header', { status: 503, headers: { 'Retry-After': '10' }, body: '{}' }],
  ])('returns rejected on %s', async (_what, response) => {
    reply = response
    expect(await attempt()).toBe('rejected')
  })

  it('returns the wait after too many attempts, which signIn reports as false', async () => {
    reply = tooMany({ 'Retry-After': '241' })
    expect(await attempt()).toEqual({ retryAfterSeconds: 241 })
    expect(await signIn({ username: 'ana', password: 'x' })).toBe(false)
    expect(useSession.getState().idToken).toBeNull()
  })
})

describe('guardSession', () => {
  it('admits an unexpired token that the service confirms', async () => {
    startSession('t')
    expect(await guardSession()).toBe(true)
  })

  it('reads session storage instead of the state in memory', async () => {
    startSession('t')
    sessionStorage.clear()
    expect(await guardSession()).toBe(false)
    expect(server.requests).toHaveLength(0)
  })

  it('denies an expired session without a request', async () => {
    startSession('t')
    sessionStorage.setItem('expires_at', String(Date.now() - 1))
    expect(await guardSession()).toBe(false)
    expect(server.requests).toHaveLength(0)
  })

  it('keeps a session that began during the request, even with the same token', async () => {
    startSession('t')
    reply = { body: '{"data":{"data":{"id":0}}}' }
    const guarded = guardSession()
    startSession('t')
    expect(await guarded).toBe(false)
    expect(useSession.getState().idToken).toBe('t')
  })

  it.each([
    ['id 0', { body: '{"data":{"data":{"id":0}}}' }],
    ['a failed request', { status: 500, body: '{}' }],
  ])('denies access on %s and removes the token', async (_name, response) => {
    startSession('t')
    reply = response
    expect(await guardSession()).toBe(false)
    expect(sessionStorage).toHaveLength(0)
  })
})
