import Fastify from 'fastify'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../database/connect'
import { admin, startOnNewDatabase, type TestBackend } from '../testing/backend'
import { createDatabase } from '../testing/engines'
import { addSecurityRoutes } from './routes'
import { createThrottle, defaultSignInLimits } from './throttle'

const credentials = (username_input: unknown, password_input: unknown) => ({ body: { username_input, password_input } })
const rejected = { status: 200, body: { data: null } }
const idResponse = (id: number) => ({ status: 200, body: { data: { data: { id } } } })

describe('the security service', () => {
  let backend: TestBackend
  const validate = (authorization: unknown) =>
    backend.security('ValidateLogin', { body: { Authorization_input: authorization } })

  beforeAll(async () => {
    backend = await startOnNewDatabase(createDatabase)
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  afterAll(() => backend.close())

  describe('CreateToken', () => {
    it.each([
      ['a wrong password', admin.user, 'demo-12345'],
      ['an unknown account', 'nobody', admin.password],
      ['another case of the name', 'ADMIN', admin.password],
      ['empty fields', '', ''],
      ['a password that is no Unicode', admin.user, '\ud800'],
    ])('responds with null to %s', async (_what, user, password) => {
      expect(await backend.security('CreateToken', credentials(user, password))).toMatchObject(rejected)
      await backend.signIn()
    })

    it.each([
      ['a missing password', { username_input: admin.user }],
      ['a number', { username_input: 1, password_input: admin.password }],
      ['a NUL character', { username_input: 'ad\0min', password_input: admin.password }],
      ['a name that is too long', { username_input: 'a'.repeat(201), password_input: admin.password }],
    ])('refuses %s', async (_what, body) => {
      const response = await backend.security('CreateToken', { body })
      expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    })
  })

  describe('ValidateLogin', () => {
    it.each(['', 'Bearer ', 'Bearer x', 'Basic YWRtaW46ZGVtby0xMjM0', 'Bearer \ud800'])(
      'responds with id 0 to %j',
      async (authorization) => {
        expect(await validate(authorization)).toMatchObject(idResponse(0))
      },
    )

    it('responds with id 0 to a token without the Bearer scheme', async () => {
      expect(await validate(await backend.signIn())).toMatchObject(idResponse(0))
    })

    it('responds with id 0 to a token with another payload, signature or algorithm', async () => {
      const [header = '', payload = '', signature = ''] = (await backend.signIn()).split('.')
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const later = part({ sub: '1', version: 0, exp: Math.floor(Date.now() / 1000) + 6000 })
      const foreign = await new SignJWT({ sub: '1', version: 0 })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('10 minutes')
        .sign(new Uint8Array(32))

      const forgeries = [
        `${header}.${later}.${signature}`,
        `${header}.${payload}.${signature.split('').reverse().join('')}`,
        `${part({ alg: 'none' })}.${later}.`,
        foreign,
      ]
      for (const forgery of forgeries) expect(await validate(`Bearer ${forgery}`)).toMatchObject(idResponse(0))
    })

    it('responds with id 0 as soon as the token has expired', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') })
      const authorization = `Bearer ${await backend.signIn()}`

      vi.setSystemTime(new Date('2026-01-01T00:09:59Z'))
      expect(await validate(authorization)).toMatchObject(idResponse(1))
      vi.setSystemTime(new Date('2026-01-01T00:10:00Z'))
      expect(await validate(authorization)).toMatchObject(idResponse(0))
    })
  })
})

it('signs in while the database hangs for other sign-ins', async () => {
  const app = Fastify()
  const testDatabase = await createDatabase()
  const database = await openDatabase(testDatabase.choice)
  const hanging = vi.fn(() => new Promise<never>(() => undefined))
  const found = { account: { id: 7, username: 'ana', version: 0 }, checkPassword: async () => true }
  addSecurityRoutes(app, {
    findAccount: async (username) => (username === 'hanging' ? hanging() : found),
    sessions: { issue: async ({ id }) => `token of ${id}`, accountOf: async () => 0, revoke: async () => 0 },
    throttle: await createThrottle(database, defaultSignInLimits),
    record: async () => undefined,
  })
  const signIn = (username_input: string) =>
    app.inject({ method: 'POST', url: '/CreateToken', payload: { username_input, password_input: 'x' } })
  // More than run at a time.
  const attempts = 5
  for (let attempt = 0; attempt < attempts; attempt++) void signIn('hanging').catch(() => undefined)
  await expect.poll(() => hanging.mock.calls).toHaveLength(attempts)

  expect((await signIn('ana')).json()).toEqual({ data: 'token of 7' })
  await database.destroy()
  await testDatabase.remove()
})
