import Fastify from 'fastify'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { announce } from './announce'
import { listen } from './http-server'
import { readSettings } from './settings'

const shellUrl = 'http://localhost:3000'
const running = new AbortController().signal
let printed: string[]
let warned: string[]

beforeEach(() => {
  printed = []
  warned = []
  vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(...String(text).split('\n')))
  vi.spyOn(console, 'error').mockImplementation((text) => void warned.push(String(text)))
})

const close = async () => undefined

async function startServices(token: string | object | null, status = 200) {
  const service = Fastify()
  onTestFinished(() => service.close())
  service.post('/CreateToken', (_request, reply) =>
    reply.code(status).send(status < 400 ? { data: token } : { error: token }),
  )
  const url = await listen(service, 0)
  return { securityUrl: url, apiUrl: url, features: [], close }
}

it('prints the account after a successful sign-in', async () => {
  await announce(shellUrl, readSettings({ ADMIN_USER: 'ana' }), await startServices('token'), running)
  expect(printed).toEqual([`Back office ready: ${shellUrl}`, 'User: ana', 'Password: demo-1234'])
})

it('prints no password that the service rejects', async () => {
  await announce(shellUrl, readSettings({ ADMIN_PASSWORD: 'new', DATA_DIR: '/d' }), await startServices(null), running)
  expect(printed).toEqual([
    `Back office ready: ${shellUrl}`,
    expect.stringContaining('The database in /d was created with another ADMIN_USER or ADMIN_PASSWORD'),
  ])
})

it('is ready without a password after too many failed sign-ins, which a restart does not forget', async () => {
  await announce(shellUrl, readSettings({}), await startServices(null, 429), running)
  expect(printed).toEqual([`Back office ready: ${shellUrl}`, expect.stringContaining('wait for some minutes')])
})

it('does not sign in to the database of DATABASE_URL without a password (D30, first password)', async () => {
  const settings = readSettings({ DATABASE_URL: 'postgres://canje@db.example.com/canje' })
  await announce(shellUrl, settings, await startServices(null, 500), running)
  expect(printed).toEqual([`Back office ready: ${shellUrl}`, 'Sign in with an account of the database of DATABASE_URL'])
})

it('rejects when sign-in fails, with what the service says', async () => {
  const services = await startServices({ message: 'The disk is full.' }, 503)
  await expect(announce(shellUrl, readSettings({}), services, running)).rejects.toThrow(
    `Sign-in failed: unexpected response from ${services.securityUrl}/CreateToken, status 503. The disk is full.`,
  )
  expect(printed).toEqual([])
})

it('is ready once an external backend responds, and prints which URL it waits for', async () => {
  const { securityUrl } = await startServices(null)
  // A port that was just released is free.
  const later = Fastify()
  const apiUrl = await listen(later, 0)
  await later.close()
  const services = { SECURITY_URL: securityUrl, API_URL: apiUrl }
  const ready = announce(shellUrl, readSettings(services), { securityUrl, apiUrl, features: [], close }, running)
  await expect.poll(() => warned).toEqual([expect.stringContaining(`Waiting for ${apiUrl}: it does not respond`)])
  expect(printed).toEqual([])
  const service = Fastify()
  onTestFinished(() => service.close())
  await listen(service, Number(new URL(apiUrl).port))
  await ready
  expect(printed).toEqual([`Back office ready: ${shellUrl}`, `Sign in with an account of ${securityUrl}`])
})

it('stops waiting for an external backend when the command is stopped', async () => {
  const stop = new AbortController()
  const services = { SECURITY_URL: 'http://127.0.0.1:1/', API_URL: 'http://127.0.0.1:1/' }
  const ready = announce(
    shellUrl,
    readSettings(services),
    { securityUrl: services.SECURITY_URL, apiUrl: services.API_URL, features: [], close },
    stop.signal,
  )
  await expect.poll(() => warned).toHaveLength(2)
  stop.abort()
  await expect(ready).rejects.toThrow()
  expect(printed).toEqual([])
})
