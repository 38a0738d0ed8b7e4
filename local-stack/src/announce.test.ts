import Fastify from 'fastify'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { announce } from './announce'
import { listen } from './http-server'
import { readSettings } from './settings'

const shellUrl = 'http://localhost:3000'
let printed: string[]
let warned: string[]

beforeEach(() => {
  printed = []
  warned = []
  vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(...String(text).split('\n')))
  vi.spyOn(console, 'error').mockImplementation((text) => void warned.push(String(text)))
})

async function servicesAnswering(token: string | null, status = 200) {
  const service = Fastify()
  onTestFinished(() => service.close())
  service.post('/CreateToken', (_request, reply) => reply.code(status).send({ data: token }))
  service.post('/ValidateLogin', () => ({ data: { data: { id: 1 } } }))
  const url = await listen(service, 0)
  return { securityUrl: url, apiUrl: url, close: async () => undefined }
}

it('prints the account that a sign-in worked with', async () => {
  await announce(shellUrl, readSettings({ ADMIN_USER: 'ana' }), await servicesAnswering('token'))
  expect(printed).toEqual([`Back office ready: ${shellUrl}`, 'User: ana', 'Password: demo-1234'])
})

it('prints no password that the database does not know', async () => {
  await announce(shellUrl, readSettings({ ADMIN_PASSWORD: 'new' }), await servicesAnswering(null))
  expect(printed).toEqual([
    `Back office ready: ${shellUrl}`,
    expect.stringContaining('another ADMIN_USER or ADMIN_PASSWORD'),
  ])
})

it('is not ready when nobody can sign in', async () => {
  await expect(announce(shellUrl, readSettings({}), await servicesAnswering(null, 500))).rejects.toThrow('answered 500')
  expect(printed).toEqual([])
})

it('warns of a foreign backend that is silent, and is ready all the same', async () => {
  const { securityUrl } = await servicesAnswering(null)
  const services = { SECURITY_URL: securityUrl, API_URL: 'http://localhost:1/' }
  await announce(shellUrl, readSettings(services), {
    securityUrl,
    apiUrl: services.API_URL,
    close: async () => undefined,
  })
  expect(printed).toEqual([`Back office ready: ${shellUrl}`, `Sign in with an account of ${securityUrl}`])
  expect(warned).toEqual([expect.stringContaining('http://localhost:1/ does not answer')])
})
