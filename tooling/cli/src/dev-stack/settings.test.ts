import { join } from 'node:path'
import { ROOT } from 'repo'
import { expect, it } from 'vitest'
import { CommandError } from '../project'
import { portsOf, readSettings } from './settings'

const services = { SECURITY_URL: 'https://security.example.com/', API_URL: 'http://api.example.com/v1' }

it('has a default for everything', () => {
  expect(readSettings({}, join(ROOT, 'shell'))).toEqual({
    PORT: 3000,
    REMOTES_PORT: 3001,
    SECURITY_PORT: 4001,
    API_PORT: 4002,
    DATA_DIR: join(ROOT, '.data'),
    ALLOWED_HOSTS: ['localhost', '127.0.0.1', '[::1]'],
    PREVIEW_ORIGINS: [],
    FEATURES: [],
    SEED_USERS: 500,
    SEED_CODES: 300,
    SEED_SCORES: 1000,
    SEED_REFERRALS: 400,
    ADMIN_USER: 'admin',
    ADMIN_PASSWORD: 'demo-1234',
    AUDIT_DAYS: 400,
    TRUST_PROXY: '',
  })
})

it('treats an empty variable as unset', () => {
  expect(readSettings({ PORT: '', SECURITY_URL: '', ADMIN_PASSWORD: '' })).toEqual(readSettings({}))
})

it('has no default password for a database of DATABASE_URL (D30, first password)', () => {
  const DATABASE_URL = 'postgres://canje@db.example.com/canje'
  expect(readSettings({ DATABASE_URL }).ADMIN_PASSWORD).toBeUndefined()
  expect(readSettings({ DATABASE_URL, ADMIN_PASSWORD: 'x' }).ADMIN_PASSWORD).toBe('x')
})

it('reads every variable', () => {
  const texts = {
    DATABASE_URL: 'postgres://canje@db.example.com/canje',
    DATA_DIR: '/var/lib/canje',
    ADMIN_USER: 'ana',
    ADMIN_PASSWORD: 'x y',
    REPORT_URL: 'https://reports.example.com/canje',
    TRUST_PROXY: '10.0.0.0/8, ::1',
  }
  const ports = { PORT: 5000, REMOTES_PORT: 5001, SECURITY_PORT: 5002, API_PORT: 5003 }
  const numbers = { ...ports, SEED_USERS: 1, SEED_CODES: 2, SEED_SCORES: 3, SEED_REFERRALS: 0, AUDIT_DAYS: 30 }
  const written = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]))
  const PREVIEW_ORIGINS = ['http://localhost:3002', 'https://codes.example.com']
  const settings = readSettings({ ...texts, ...written, PREVIEW_ORIGINS: PREVIEW_ORIGINS.join('  ') })
  expect(settings).toMatchObject({ ...texts, ...numbers, PREVIEW_ORIGINS })
  expect(portsOf(settings)).toEqual(ports)
})

it('uses an external backend unchanged, without the ports of the reference backend', () => {
  const settings = readSettings({ ...services, PORT: '4001' })
  expect(settings).toMatchObject(services)
  expect(portsOf(settings)).toEqual({ PORT: 4001, REMOTES_PORT: 3001 })
})

it('allows the names of this machine and the hosts of the URLs, unless ALLOWED_HOSTS names others', () => {
  const urls = {
    ...services,
    REPORT_URL: 'https://reports.example.com:8443/',
    PREVIEW_ORIGINS: 'http://localhost:3137',
  }
  expect(readSettings(urls).ALLOWED_HOSTS).toEqual([
    'localhost',
    '127.0.0.1',
    '[::1]',
    'security.example.com',
    'api.example.com',
    'reports.example.com',
  ])
  const ALLOWED_HOSTS = 'canje.example, [::1]'
  expect(readSettings({ ...urls, ALLOWED_HOSTS }).ALLOWED_HOSTS).toEqual(['localhost', 'canje.example', '[::1]'])
})

it('rejects a list of ALLOWED_HOSTS with one that is none, in one line', () => {
  expect(() => readSettings({ ALLOWED_HOSTS: 'canje.example, a\nb' })).toThrow(
    /^Wrong settings: ALLOWED_HOSTS must be host names or IP addresses [^\n]*, not "[^\n]*"\.$/,
  )
})

it('reads the features of an external backend', () => {
  expect(readSettings({ ...services, FEATURES: 'idempotency, history,' }).FEATURES).toEqual(['idempotency', 'history'])
})

it.each([
  [{ PORT: 'abc' }, 'PORT must be a port from 1 to 65535, not "abc"'],
  [{ ALLOWED_HOSTS: 'canje.example,' }, 'ALLOWED_HOSTS must be host names or IP addresses'],
  [{ PREVIEW_ORIGINS: '*' }, 'PREVIEW_ORIGINS must be http or https origins, separated by spaces, not "*"'],
  [{ REPORT_URL: '/reports' }, 'REPORT_URL must be an http or https URL'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be a number of proxies, or their IP addresses and networks'],
  [{ ...services, FEATURES: 'idempotency,idempotancy' }, 'FEATURES must be names from idempotency, history, '],
  [{ API_PORT: '65536' }, 'API_PORT must be a port'],
  [{ SEED_USERS: '-1' }, 'SEED_USERS must be a whole number from 0 to 999999999, not "-1"'],
  [{ AUDIT_DAYS: '0' }, 'AUDIT_DAYS must be a whole number from 1 to 36500, not "0"'],
  [{ ...services, SECURITY_URL: 'ftp://example.com' }, 'SECURITY_URL must be an http or https URL'],
  [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be a postgres:// URL'],
  [{ SECURITY_URL: services.SECURITY_URL }, 'SECURITY_URL is set without API_URL'],
  [{ DATA_DIR: 's3://canje/data' }, 'DATA_DIR must be a folder of this machine, not "s3://canje/data"'],
  [{ API_URL: services.API_URL }, 'API_URL is set without SECURITY_URL'],
])('rejects %o', (environment, finding) => {
  expect(() => readSettings(environment)).toThrow(finding)
})

it('reports every invalid setting in one line', () => {
  const read = () => readSettings({ PORT: 'abc', SEED_SCORES: 'many', API_URL: 'nowhere' })
  expect(read).toThrow(/^Wrong settings: PORT [^\n]*; API_URL [^\n]*; SEED_SCORES [^\n]*\.$/)
})

it.each(['PREVIEW_ORIGINS', 'ALLOWED_HOSTS', 'DATA_DIR', 'PORT'])('does not print a password in %s', (name) => {
  const read = () => readSettings({ [name]: 'canje:secret@db' })
  expect(read).toThrow(new RegExp(`^(?!.*secret).*${name} must be`))
})

it.each(['postgres//canje:secret@db', 'postgres://canje:1/secret@db/canje'])(
  'does not print the password in the malformed %s',
  (DATABASE_URL) => {
    expect(() => readSettings({ DATABASE_URL })).toThrow(
      /^(?!.*secret).*DATABASE_URL must be a postgres:\/\/ URL with special characters percent-encoded/,
    )
  },
)

it.each([
  'https://ana:secret@api.example.com/',
  'https//ana:secret@api.example.com/',
  'https://api.example.com/?key=secret',
  'https://api.example.com/#secret',
])('rejects %s as the URL of a service, without printing its secret', (url) => {
  for (const name of ['SECURITY_URL', 'API_URL']) {
    expect(() => readSettings({ ...services, [name]: url })).toThrow(
      new CommandError(`Wrong settings: ${name} must be an http or https URL, without credentials, query or fragment.`),
    )
  }
})
