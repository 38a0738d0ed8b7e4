import { afterEach, describe, expect, it } from 'vitest'
import type { Fault } from './fault'
import { createToken, validateLogin } from './security-service'
import { configureServices } from './services'
import { type Reply, skipShortWaits, startTestServer } from './testing/server'

let server: Awaited<ReturnType<typeof startTestServer>>
afterEach(() => server.close())

async function respondWith(body: unknown, status = 200) {
  server = await startTestServer(() => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body) }))
  configureServices({ securityUrl: `${server.url}/security`, apiUrl: `${server.url}/api` })
}

/** Starts a server that gives these replies in turn. */
async function replyWith(...replies: Reply[]) {
  server = await startTestServer(() => replies.shift() ?? 'disconnect')
  configureServices({ securityUrl: server.url, apiUrl: server.url })
}

const credentials = { username: 'ana', password: 'secreta' }

describe('createToken', () => {
  it.each([{ data: 't' }, { data: { data: 't' } }])('extracts the token from %j', async (body) => {
    await respondWith(body)
    expect(await createToken(credentials)).toBe('t')
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/security/CreateToken' }])
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ username_input: 'ana', password_input: 'secreta' })
  })

  it.each<[string, unknown, number, Fault]>([
    ['null', { data: null }, 200, { kind: 'refused' }],
    ['an empty string', { data: '' }, 200, { kind: 'refused' }],
    ['a number', { data: 7 }, 200, { kind: 'unreadable' }],
    ['an object', { data: { token: 't' } }, 200, { kind: 'unreadable' }],
    ['no envelope', { token: 't' }, 200, { kind: 'unreadable' }],
    ['HTML', '<html></html>', 200, { kind: 'sign-in-page' }],
    ['an empty body', '', 200, { kind: 'unreadable' }],
    ['truncated JSON', '{"data":"t', 200, { kind: 'unreadable' }],
    ['a 204', '', 204, { kind: 'unreadable' }],
    ['a 400', { data: 't' }, 400, { kind: 'refused', status: 400 }],
    ['a 401', { data: 't' }, 401, { kind: 'unauthorized' }],
    ['a 500', { data: 't' }, 500, { kind: 'failed', status: 500, retryAfterSeconds: null }],
    ['a 503', { data: 't' }, 503, { kind: 'failed', status: 503, retryAfterSeconds: null }],
  ])('returns for %s of %j (%i) the fault %j', async (_name, body, status, fault) => {
    await respondWith(body, status)
    expect(await createToken(credentials)).toEqual(fault)
  })

  it('returns the fault of no response', async () => {
    await replyWith('disconnect')
    expect(await createToken(credentials)).toEqual({ kind: 'no-response' })
  })
})

describe('validateLogin', () => {
  it('sends no further attempt once its signal is aborted', async () => {
    const stop = new AbortController()
    server = await startTestServer(() => {
      stop.abort()
      return { status: 503, body: '' }
    })
    configureServices({ securityUrl: server.url, apiUrl: server.url })
    expect(await validateLogin('t', stop.signal)).toEqual({ kind: 'cancelled' })
    expect(server.requests).toHaveLength(1)
  })

  it.each([{ data: { data: { id: 7 } } }, { data: { id: '7' } }, { data: { id: -1 } }])('accepts %j', async (body) => {
    await respondWith(body)
    expect(await validateLogin('t')).toBeUndefined()
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/security/ValidateLogin' }])
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ Authorization_input: 'Bearer t' })
  })

  it.each(['9007199254740993', '"9007199254740993"', '9'.repeat(400), `"${'9'.repeat(400)}"`])(
    'accepts the id %s',
    async (id) => {
      await replyWith({ body: `{"data":{"id":${id}}}` })
      expect(await validateLogin('t')).toBeUndefined()
    },
  )

  it.each([
    [{ data: { data: { id: 0 } } }, 'unauthorized'],
    [{ data: { id: '0' } }, 'unauthorized'],
    [{ data: { id: null } }, 'unauthorized'],
    [{ data: null }, 'unauthorized'],
    [{ data: { id: '' } }, 'unreadable'],
    [{ data: { id: ' ' } }, 'unreadable'],
    [{ data: { id: 'Infinity' } }, 'unreadable'],
    [{ data: { id: 'x' } }, 'unreadable'],
    [{ data: { id: true } }, 'unreadable'],
    [{ data: {} }, 'unreadable'],
    [{ data: 7 }, 'unreadable'],
    [{}, 'unreadable'],
    ['<html></html>', 'sign-in-page'],
    ['', 'unreadable'],
  ])('rejects %j as %s', async (body, kind) => {
    await respondWith(body)
    expect(await validateLogin('t')).toEqual({ kind })
    expect(server.requests).toHaveLength(1)
  })

  const valid = { body: '{"data":{"id":7}}' }

  it.each<[string, Reply]>([
    ['a 429', { status: 429, body: '{}' }],
    ['a 500', { status: 500, body: '{}' }],
    ['a 503', { status: 503, body: '{}' }],
    ['no response', 'disconnect'],
  ])('tries three times on %s', async (_name, outage) => {
    skipShortWaits()
    await replyWith(outage, outage, valid)
    expect(await validateLogin('t')).toBeUndefined()
    expect(server.requests).toHaveLength(3)
  })

  // With its real waits: they end within 2 s (D23, failing guard).
  it('fails after three outages', async () => {
    const outage: Reply = { status: 503, body: '{}' }
    await replyWith(outage, outage, outage, valid)
    expect(await validateLogin('t')).toEqual({ kind: 'failed', status: 503, retryAfterSeconds: null })
    expect(server.requests).toHaveLength(3)
  })

  it.each<[string, Reply, Fault]>([
    ['id 0', { body: '{"data":{"id":0}}' }, { kind: 'unauthorized' }],
    ['a 401', { status: 401, body: '{}' }, { kind: 'unauthorized' }],
    ['a 400', { status: 400, body: '{}' }, { kind: 'refused', status: 400 }],
  ])('does not try again on %s', async (_name, reply, fault) => {
    await replyWith(reply, valid)
    expect(await validateLogin('t')).toEqual(fault)
    expect(server.requests).toHaveLength(1)
  })
})
