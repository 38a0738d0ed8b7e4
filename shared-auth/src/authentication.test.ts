import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { guardSession, signIn, trySignIn } from './authentication'
import { configureServices } from './service-urls'
import { endSession, startSession, useSession } from './session'
import { startTestServer } from './test-server'

let server: Awaited<ReturnType<typeof startTestServer>>
let answer: { status?: number; headers?: Record<string, string>; body: string }

beforeEach(async () => {
  answer = { body: '{"data":{"data":{"id":1}}}' }
  server = await startTestServer(() => answer)
  configureServices({ securityUrl: server.url, apiUrl: server.url })
})
afterEach(async () => {
  endSession()
  await server.close()
})

describe('signIn', () => {
  it('starts the session with the token', async () => {
    answer = { body: '{"data":"t"}' }
    expect(await signIn({ username: 'ana', password: 'x' })).toBe(true)
    expect(sessionStorage.getItem('id_token')).toBe('t')
  })

  it('leaves everything as it was when rejected', async () => {
    answer = { body: '{"data":null}' }
    expect(await signIn({ username: 'ana', password: 'x' })).toBe(false)
    expect(useSession.getState().idToken).toBeNull()
  })
})

describe('trySignIn', () => {
  const tooMany = (headers: Record<string, string>) => ({ status: 429, headers, body: '{"error":{}}' })
  const attempt = () => trySignIn({ username: 'ana', password: 'x' })

  it('starts the session with the token', async () => {
    answer = { body: '{"data":"t"}' }
    expect(await attempt()).toBe('signed-in')
    expect(sessionStorage.getItem('id_token')).toBe('t')
  })

  it.each([
    ['no token', { body: '{"data":null}' }],
    ['another failure, whatever its headers', { status: 503, headers: { 'Retry-After': '10' }, body: '{}' }],
  ])('is rejected on %s', async (_what, reply) => {
    answer = reply
    expect(await attempt()).toBe('rejected')
  })

  it('tells how long to wait after too many attempts, which for signIn is a rejection', async () => {
    answer = tooMany({ 'Retry-After': '241' })
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

  it('reads session storage, not what it remembers', async () => {
    startSession('t')
    sessionStorage.clear()
    expect(await guardSession()).toBe(false)
    expect(server.calls).toHaveLength(0)
  })

  it('turns away an expired session without asking', async () => {
    startSession('t')
    sessionStorage.setItem('expires_at', String(Date.now() - 1))
    expect(await guardSession()).toBe(false)
    expect(server.calls).toHaveLength(0)
  })

  it('leaves a session that began meanwhile, even with the same token', async () => {
    startSession('t')
    answer = { body: '{"data":{"data":{"id":0}}}' }
    const guarded = guardSession()
    startSession('t')
    expect(await guarded).toBe(false)
    expect(useSession.getState().idToken).toBe('t')
  })

  it.each([
    ['id 0', { body: '{"data":{"data":{"id":0}}}' }],
    ['a failed call', { status: 500, body: '{}' }],
  ])('turns away on %s and removes the token', async (_name, reply) => {
    startSession('t')
    answer = reply
    expect(await guardSession()).toBe(false)
    expect(sessionStorage).toHaveLength(0)
  })
})
