import { expect, it } from 'vitest'
import { type BackendOptions, checkOptions } from './options'

const good: BackendOptions = {
  database: { kind: 'memory' },
  securityPort: 4001,
  apiPort: 0,
  allowedOrigins: ['http://localhost:3000', 'https://canje.example'],
  seed: { users: 0, codes: 5, scores: 0, referrals: 0 },
  admin: { user: 'admin', password: 'demo-1234' },
}

it('accepts valid options', () => {
  expect(() => checkOptions(good)).not.toThrow()
})

it.each([
  [{ securityPort: 70_000 }, 'securityPort is not a port'],
  [{ apiPort: 1.5 }, 'apiPort is not a port'],
  [{ allowedHosts: ['localhost', '*.canje.example'] }, 'allowedHosts.1 is not a host: use a name or an IP address'],
  [{ allowedOrigins: ['*'] }, 'allowedOrigins.0 is not an origin'],
  [{ allowedOrigins: ['http://localhost:3000/'] }, 'allowedOrigins.0 is not an origin'],
  [{ seed: { ...good.seed, codes: -1 } }, 'seed.codes is not an amount'],
  [{ seed: { ...good.seed, users: 0.5 } }, 'seed.users is not an amount'],
  [{ seed: { ...good.seed, scores: 1 } }, 'seed has scores but no users'],
  [{ seed: { ...good.seed, users: 1, referrals: 1 } }, 'seed has referrals but fewer than two users'],
  [{ admin: { user: '', password: 'x' } }, 'admin.user is empty'],
  [{ admin: { user: 'x', password: '' } }, 'admin.password is empty'],
  [{ auditDays: 0 }, 'auditDays is not a number of days'],
  [{ auditDays: 1.5 }, 'auditDays is not a number of days'],
  [{ auditDays: 36_501 }, 'auditDays is not a number of days'],
  [{ trustProxy: 'true' }, 'trustProxy is not a list of proxies'],
])('rejects %j with one line that names the option', (bad, reason) => {
  expect(() => checkOptions({ ...good, ...bad })).toThrow(reason)
  expect(() => checkOptions({ ...good, ...bad })).toThrow(/^Cannot start the reference backend: [^\n]+\.$/)
})
