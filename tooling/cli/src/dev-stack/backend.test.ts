import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyEmptyDatabase } from '@canje/reference-backend/testing'
import getPort from 'get-port'
import { beforeAll, expect, it } from 'vitest'
import { optionsOf, startBackend } from './backend'
import { requireUsablePorts } from './ports'
import { portsOf, readSettings } from './settings'
import { trySignIn } from './sign-in'

const [PORT = '', REMOTES_PORT = '', SECURITY_PORT = '', API_PORT = ''] = await Promise.all(
  [1, 2, 3, 4].map(async () => String(await getPort())),
)
const SEED = { SEED_USERS: '3', SEED_CODES: '5', SEED_SCORES: '4', SEED_REFERRALS: '2' }
const environment = { PORT, REMOTES_PORT, SECURITY_PORT, API_PORT }
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-backend-'))
  await copyEmptyDatabase(join(folder, 'database'))
})

it('starts the reference backend with the settings', async () => {
  const account = { ADMIN_USER: 'ana', ADMIN_PASSWORD: 'secreto-1' }
  const others = { DATA_DIR: folder, TRUST_PROXY: '1', AUDIT_DAYS: '30', ALLOWED_HOSTS: 'canje.test' }
  const settings = readSettings({ ...environment, ...SEED, ...account, ...others })
  const seed = { users: 3, codes: 5, scores: 4, referrals: 2 }
  const allowedOrigins = [`http://localhost:${PORT}`, `http://canje.test:${PORT}`]
  expect(optionsOf(settings)).toMatchObject({ seed, auditDays: 30, allowedOrigins })
  const backend = await startBackend(settings)
  expect([backend.securityUrl, backend.apiUrl]).toEqual([
    `http://localhost:${SECURITY_PORT}`,
    `http://localhost:${API_PORT}`,
  ])
  expect(backend.features).toContain('history')
  expect(await trySignIn(backend.securityUrl, { user: 'ana', password: 'secreto-1' })).toBe('accepted')
  expect(await trySignIn(backend.securityUrl, { user: 'ana', password: 'otro' })).toBe('rejected')

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
  await expect(requireUsablePorts(portsOf(settings))).resolves.toBeUndefined()
})

it('starts nothing for an external backend', async () => {
  const services = { SECURITY_URL: 'http://s.test/', API_URL: 'http://a.test', FEATURES: 'idempotency' }
  const external = { securityUrl: 'http://s.test/', apiUrl: 'http://a.test', features: ['idempotency'] }
  expect(await startBackend(readSettings(services))).toMatchObject(external)
})
