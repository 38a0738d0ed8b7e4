import type { LogLevel } from 'fastify'
import * as v from 'valibot'
import type { DatabaseChoice } from './database/connect'
import type { ServerLimits } from './database/server'
import { isHost } from './http/hosts'
import { isTrustProxy } from './http/trust-proxy'
import type { SignInLimits } from './security/throttle'
import type { SeedAmounts } from './seed/demonstration'
import type { Admin } from './seed/seed'

export interface BackendOptions {
  database: DatabaseChoice
  /** Port of the security service; 0 for any free port. */
  securityPort: number
  /** Port of the info API; 0 for any free port. */
  apiPort: number
  /** The origins that CORS allows, such as `http://localhost:3000`. */
  allowedOrigins: readonly string[]
  /** The hosts of requests that are served, such as `localhost`; others get 421. `localHosts` by default. */
  allowedHosts?: readonly string[]
  /** Amounts of demonstration data in a new database. */
  seed: SeedAmounts
  /** The staff account of a new database. */
  admin: Admin
  /** `info` by default. */
  logLevel?: LogLevel
  /** Destination of the log, one JSON object per line; standard output by default. */
  logStream?: { write(line: string): void }
  /** Overrides of `defaultSignInLimits`. */
  signInLimits?: Partial<SignInLimits>
  /** The trusted proxies for `X-Forwarded-For`: a number of hops, or IP addresses and networks. None by default. */
  trustProxy?: string | undefined
  /** Days for which the audit log keeps its events: 400 by default, 1 to 36,500. */
  auditDays?: number
  /** Timeouts of a PostgreSQL server, after which a request gets 503; the embedded engine has none. */
  serverLimits?: Partial<ServerLimits>
  /** Time for running requests to finish after `close()`, in milliseconds; 10,000 by default. */
  drainMs?: number
}

const Port = v.pipe(
  v.number(),
  v.check(
    (port) => Number.isInteger(port) && port >= 0 && port <= 65_535,
    'is not a port: use an integer from 0 to 65535',
  ),
)
const Amount = v.pipe(
  v.number(),
  v.check((amount) => Number.isSafeInteger(amount) && amount >= 0, 'is not an amount: use an integer of 0 or more'),
)
const AuditDays = v.pipe(
  v.number(),
  v.check((days) => Number.isInteger(days) && days >= 1 && days <= 36_500, 'is not a number of days from 1 to 36500'),
)
const Origin = v.pipe(
  v.string(),
  v.check(isOrigin, 'is not an origin: use scheme, host and port only, as in http://localhost:3000'),
)
const Host = v.pipe(
  v.string(),
  v.check(isHost, 'is not a host: use a name or an IP address only, as in localhost or [::1]'),
)
const TrustProxy = v.pipe(
  v.string(),
  v.check(
    isTrustProxy,
    'is not a list of proxies: use a number of hops, or IP addresses and networks separated by commas',
  ),
)
const credential = (maximum: number) =>
  v.pipe(
    v.string(),
    v.minLength(1, 'is empty: set a value'),
    v.maxLength(maximum, `is longer than ${maximum} characters`),
  )

const Options = v.object({
  securityPort: Port,
  apiPort: Port,
  allowedOrigins: v.array(Origin),
  allowedHosts: v.optional(v.array(Host)),
  seed: v.pipe(
    v.object({ users: Amount, codes: Amount, scores: Amount, referrals: Amount }),
    v.check(({ users, scores }) => scores === 0 || users >= 1, 'has scores but no users: add a user'),
    v.check(
      ({ users, referrals }) => referrals === 0 || users >= 2,
      'has referrals but fewer than two users: add users',
    ),
  ),
  admin: v.object({ user: credential(200), password: v.optional(credential(1000)) }),
  trustProxy: v.optional(TrustProxy),
  auditDays: v.optional(AuditDays),
  drainMs: v.optional(Amount),
})

/**
 * Checks the options before anything is opened.
 * @throws {Error} one line with each invalid option and the reason
 */
export function checkOptions(options: BackendOptions): void {
  const { issues } = v.safeParse(Options, options)
  if (!issues) return
  const faults = issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)
  throw new Error(`Cannot start the reference backend: ${faults.join('; ')}.`)
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}
