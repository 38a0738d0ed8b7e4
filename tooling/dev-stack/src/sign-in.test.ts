import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from './http-server'
import { canSignIn } from './sign-in'

const admin = { user: 'admin', password: 'demo-1234' }

async function securityService(token: unknown, validation: unknown, status = 200) {
  const service = Fastify()
  onTestFinished(() => service.close())
  service.post('/CreateToken', (_request, reply) => reply.code(status).send(token))
  service.post('/ValidateLogin', (_request, reply) => reply.send(validation))
  return listen(service, 0)
}

it('needs a token that the service takes for somebody', async () => {
  expect(await canSignIn(await securityService({ data: 't' }, { data: { data: { id: 7 } } }), admin)).toBe(true)
  expect(await canSignIn(await securityService({ data: 't' }, { data: { data: { id: 0 } } }), admin)).toBe(false)
  expect(await canSignIn(await securityService({ data: null }, {}), admin)).toBe(false)
})

it.each([
  [{ data: 'token' }, 500],
  [{ token: 'token' }, 404],
  ['hello', 200],
])('does not take %o with status %i for an answer', async (answer, status) => {
  const url = await securityService(answer, {}, status)
  await expect(canSignIn(url, admin)).rejects.toThrow(`Sign-in does not work: ${url}/CreateToken answered ${status}.`)
})
