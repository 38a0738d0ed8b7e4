import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from './http-server'
import { trySignIn } from './sign-in'

const admin = { user: 'admin', password: 'demo-1234' }

async function securityService(token: unknown, validation: unknown, status = 200) {
  const service = Fastify()
  onTestFinished(() => service.close())
  service.post('/CreateToken', (_request, reply) => reply.code(status).send(token))
  service.post('/ValidateLogin', (_request, reply) => reply.send(validation))
  return listen(service, 0)
}

it('succeeds only with a token that the service validates', async () => {
  expect(await trySignIn(await securityService({ data: 't' }, { data: { data: { id: 7 } } }), admin)).toBe('accepted')
  expect(await trySignIn(await securityService({ data: 't' }, { data: { data: { id: 0 } } }), admin)).toBe('rejected')
  expect(await trySignIn(await securityService({ data: null }, {}), admin)).toBe('rejected')
})

it('is throttled by a 429', async () => {
  expect(await trySignIn(await securityService({ error: {} }, {}, 429), admin)).toBe('throttled')
})

it.each([
  [{ data: 'token' }, 500],
  [{ token: 'token' }, 404],
  ['hello', 200],
])('rejects the response %o with status %i', async (body, status) => {
  const url = await securityService(body, {}, status)
  await expect(trySignIn(url, admin)).rejects.toThrow(
    `Sign-in failed: unexpected response from ${url}/CreateToken, status ${status}.`,
  )
})

it('reports what the service says about a full disk', async () => {
  const url = await securityService({ error: { message: 'The disk is full.' } }, {}, 503)
  await expect(trySignIn(url, admin)).rejects.toThrow(
    `Sign-in failed: unexpected response from ${url}/CreateToken, status 503. The disk is full.`,
  )
})
