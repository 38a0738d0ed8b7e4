import { afterEach, describe, expect, it } from 'vitest'
import { createToken, validateLogin } from './security-service'
import { configureServices } from './service-urls'
import { type Reply, startTestServer } from './testing/server'

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
    expect(await createToken(credentials)).toEqual({ token: 't' })
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/security/CreateToken' }])
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ username_input: 'ana', password_input: 'secreta' })
  })

  it.each([
    ['null', { data: null }, 200],
    ['an empty string', { data: '' }, 200],
    ['a number', { data: 7 }, 200],
    ['an object', { data: { token: 't' } }, 200],
    ['no envelope', { token: 't' }, 200],
    ['HTML', '<html></html>', 200],
    ['a 401', { data: 't' }, 401],
  ])('is rejected by %s', async (_name, body, status) => {
    await respondWith(body, status)
    expect(await createToken(credentials)).toBe('rejected')
  })

  it.each([500, 503])('reports an unavailable service for a %d', async (status) => {
    await respondWith({ data: 't' }, status)
    expect(await createToken(credentials)).toBe('unavailable')
  })

  it('reports an unavailable service without a response', async () => {
    await replyWith('disconnect')
    expect(await createToken(credentials)).toBe('unavailable')
  })
})

describe('validateLogin', () => {
  it.each([{ data: { data: { id: 7 } } }, { data: { id: '7' } }, { data: { id: -1 } }])('accepts %j', async (body) => {
    await respondWith(body)
    expect(await validateLogin('t')).toBe(true)
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/security/ValidateLogin' }])
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ Authorization_input: 'Bearer t' })
  })

  it.each([
    [{ data: { data: { id: 0 } } }],
    [{ data: { id: '0' } }],
    [{ data: { id: null } }],
    [{ data: { id: '' } }],
    [{ data: { id: 'x' } }],
    [{ data: { id: true } }],
    [{ data: {} }],
    [{ data: null }],
    [{ data: 7 }],
    [{}],
  ])('rejects %j', async (body) => {
    await respondWith(body)
    expect(await validateLogin('t')).toBe(false)
  })

  const valid = { body: '{"data":{"id":7}}' }

  it.each<[string, Reply]>([
    ['a 429', { status: 429, body: '{}' }],
    ['a 500', { status: 500, body: '{}' }],
    ['a 503', { status: 503, body: '{}' }],
    ['no response', 'disconnect'],
  ])('tries three times on %s', async (_name, outage) => {
    await replyWith(outage, outage, valid)
    expect(await validateLogin('t')).toBe(true)
    expect(server.requests).toHaveLength(3)
  })

  it('fails after three outages', async () => {
    const outage: Reply = { status: 503, body: '{}' }
    await replyWith(outage, outage, outage, valid)
    expect(await validateLogin('t')).toBe(false)
    expect(server.requests).toHaveLength(3)
  })

  it.each([
    ['id 0', { body: '{"data":{"id":0}}' }],
    ['a 401', { status: 401, body: '{}' }],
    ['a 400', { status: 400, body: '{}' }],
  ])('does not try again on %s', async (_name, reply) => {
    await replyWith(reply, valid)
    expect(await validateLogin('t')).toBe(false)
    expect(server.requests).toHaveLength(1)
  })
})
