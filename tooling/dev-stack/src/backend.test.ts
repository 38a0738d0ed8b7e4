import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBackend } from './backend'
import { requireUsablePorts } from './ports'
import { portsOf, readSettings } from './settings'
import { trySignIn } from './sign-in'

const TIMEOUT_MS = 180_000
const environment = { PORT: '23910', REMOTES_PORT: '23911', SECURITY_PORT: '23912', API_PORT: '23913' }
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-backend-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('starts the reference backend in a thread, with the account of the settings', { timeout: TIMEOUT_MS }, async () => {
  const settings = readSettings({ ...environment, DATA_DIR: folder, ADMIN_USER: 'ana', ADMIN_PASSWORD: 'secreto-1' })
  const backend = await startBackend(settings)
  expect([backend.securityUrl, backend.apiUrl]).toEqual(['http://localhost:23912', 'http://localhost:23913'])
  expect(backend.features).toContain('restore')
  expect(await trySignIn(backend.securityUrl, { user: 'ana', password: 'secreto-1' })).toBe('accepted')
  expect(await trySignIn(backend.securityUrl, { user: 'ana', password: 'otro' })).toBe('rejected')
  await backend.close()
  await expect(requireUsablePorts(portsOf(settings))).resolves.toBeUndefined()
})

it('reports in one line why the reference backend cannot start', { timeout: TIMEOUT_MS }, async () => {
  const settings = readSettings({ ...environment, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/canje' })
  await expect(startBackend(settings)).rejects.toThrow(/^Cannot use the PostgreSQL database [^\n]*$/)
})

it('starts nothing for an external backend', async () => {
  const services = { SECURITY_URL: 'http://s.test/', API_URL: 'http://a.test' }
  const urls = { securityUrl: 'http://s.test/', apiUrl: 'http://a.test' }
  expect(await startBackend(readSettings(services))).toMatchObject({ ...urls, features: [] })
  const backend = await startBackend(readSettings({ ...services, FEATURES: 'idempotency' }))
  expect(backend).toMatchObject({ ...urls, features: ['idempotency'] })
})

it('limits failed sign-ins by the client IP address that a trusted proxy forwards', {
  timeout: TIMEOUT_MS,
}, async () => {
  const settings = readSettings({ ...environment, DATA_DIR: folder, TRUST_PROXY: '1' })
  const backend = await startBackend(settings)
  const signIn = (client: string) =>
    fetch(`${backend.securityUrl}/CreateToken`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client },
      body: JSON.stringify({ username_input: 'nobody', password_input: 'wrong' }),
    })
  for (let guess = 0; guess < 10; guess++) await signIn('10.0.0.1')
  expect((await signIn('10.0.0.1')).status).toBe(429)
  expect((await signIn('10.0.0.2')).status).toBe(200)
  await backend.close()
})
