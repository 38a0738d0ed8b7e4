import type { LogLevel } from 'fastify'
import type { DatabaseChoice } from './database/connect'
import type { ServerLimits } from './database/server'
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
  /** Folder of the socket for commands on staff accounts; by default that of an embedded database. */
  staffFolder?: string
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

/**
 * Checks the amounts of demonstration data before anything is opened.
 * @throws {Error} one line with the reason
 */
export function checkSeed({ users, scores, referrals }: SeedAmounts): void {
  if (scores > 0 && users < 1) throw new Error('The seed has scores but no users: add a user.')
  if (referrals > 0 && users < 2) throw new Error('The seed has referrals but fewer than two users: add users.')
}
