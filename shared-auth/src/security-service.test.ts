import { afterEach, describe, expect, it } from 'vitest'
import { createToken, validateLogin } from './security-service'
import { configureServices } from './service-urls'
import { startTestServer } from './test-server'

let server: Awaited<ReturnType<typeof startTestServer>>
afterEach(() => server.close())

async function answering(body: unknown, status = 200) {
  server = await startTestServer(() => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body) }))
  configureServices({ securityUrl: `${server.url}/security`, apiUrl: `${server.url}/api` })
}

const credentials = { username: 'ana', password: 'secreta' }

describe('createToken', () => {
  it.each([{ data: 't' }, { data: { data: 't' } }])('reads the token of %j', async (body) => {
    await answering(body)
    expect(await createToken(credentials)).toBe('t')
    expect(server.calls).toMatchObject([{ method: 'POST', path: '/security/CreateToken' }])
    expect(JSON.parse(server.calls[0]?.body ?? '')).toEqual({ username_input: 'ana', password_input: 'secreta' })
  })

  it.each([
    ['null', { data: null }, 200],
    ['an empty text', { data: '' }, 200],
    ['a number', { data: 7 }, 200],
    ['an object', { data: { token: 't' } }, 200],
    ['no envelope', { token: 't' }, 200],
    ['HTML', '<html></html>', 200],
    ['a 401', { data: 't' }, 401],
    ['a 500', { data: 't' }, 500],
  ])('is null for %s', async (_name, body, status) => {
    await answering(body, status)
    expect(await createToken(credentials)).toBeNull()
  })

  it('is null when no answer comes', async () => {
    server = await startTestServer(() => 'no answer')
    configureServices({ securityUrl: server.url, apiUrl: server.url })
    expect(await createToken(credentials)).toBeNull()
  })
})

describe('validateLogin', () => {
  it.each([{ data: { data: { id: 7 } } }, { data: { id: '7' } }, { data: { id: -1 } }])('accepts %j', async (body) => {
    await answering(body)
    expect(await validateLogin('t')).toBe(true)
    expect(server.calls).toMatchObject([{ method: 'POST', path: '/security/ValidateLogin' }])
    expect(JSON.parse(server.calls[0]?.body ?? '')).toEqual({ Authorization_input: 'Bearer t' })
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
  ])('refuses %j', async (body) => {
    await answering(body)
    expect(await validateLogin('t')).toBe(false)
  })

  it('refuses when the call fails', async () => {
    await answering({ data: { id: 7 } }, 503)
    expect(await validateLogin('t')).toBe(false)
  })
})
