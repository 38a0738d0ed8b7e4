import { afterEach, describe, expect, it } from 'vitest'
import { createToken, validateLogin } from './security-service'
import { configureServices } from './service-urls'
import { startTestServer } from './test-server'

let server: Awaited<ReturnType<typeof startTestServer>>
afterEach(() => server.close())

async function respondWith(body: unknown, status = 200) {
  server = await startTestServer(() => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body) }))
  configureServices({ securityUrl: `${server.url}/security`, apiUrl: `${server.url}/api` })
}

const credentials = { username: 'ana', password: 'secreta' }

describe('createToken', () => {
  it.each([{ data: 't' }, { data: { data: 't' } }])('extracts the token from %j', async (body) => {
    await respondWith(body)
    expect(await createToken(credentials)).toBe('t')
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
    ['a 500', { data: 't' }, 500],
  ])('returns null for %s', async (_name, body, status) => {
    await respondWith(body, status)
    expect(await createToken(credentials)).toBeNull()
  })

  it('returns null without a response', async () => {
    server = await startTestServer(() => 'disconnect')
    configureServices({ securityUrl: server.url, apiUrl: server.url })
    expect(await createToken(credentials)).toBeNull()
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

  it('rejects when the request fails', async () => {
    await respondWith({ data: { id: 7 } }, 503)
    expect(await validateLogin('t')).toBe(false)
  })
})
