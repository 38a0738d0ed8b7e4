import type { LogLevel } from 'fastify'
import * as v from 'valibot'
import type { DatabaseChoice } from './database/connect'
import type { ServerLimits } from './database/server'
import { isTrustProxy } from './http/trust-proxy'
import type { SignInLimits } from './security/throttle'
import type { SeedAmounts } from './seed/demonstration'
import type { Admin } from './seed/seed'

export interface BackendOptions {
  database: DatabaseChoice
  /** 0 for any free port. */
  securityPort: number
  /** 0 for any free port. */
  apiPort: number
  /** The origins whose pages may call, such as `http://localhost:3000`. */
  allowedOrigins: readonly string[]
  /** How much demonstration data a new database gets. */
  seed: SeedAmounts
  /** The staff account a new database gets. */
  admin: Admin
  /** `info` by default. */
  logLevel?: LogLevel
  /** Where the log goes, one JSON text a line; standard output by default. */
  logStream?: { write(line: string): void }
  /** Ten failures of an account from an address in five minutes by default, a hundred of an account in an hour. */
  signInLimits?: Partial<SignInLimits>
  /** The proxies whose `X-Forwarded-For` counts: how many, or their addresses and networks. None by default. */
  trustProxy?: string | undefined
  /** How long a PostgreSQL server may take before a call is answered with 503; the embedded engine has no limits. */
  serverLimits?: Partial<ServerLimits>
  /** How long `close()` lets running requests finish, in milliseconds; 10,000 by default. */
  drainMs?: number
}

const Port = v.pipe(
  v.number(),
  v.check((port) => Number.isInteger(port) && port >= 0 && port <= 65_535, 'is not a port: use 0 to 65535'),
)
const Amount = v.pipe(
  v.number(),
  v.check((amount) => Number.isSafeInteger(amount) && amount >= 0, 'is not an amount: use 0 or a whole number above'),
)
const Origin = v.pipe(
  v.string(),
  v.check(isOrigin, 'is not an origin: use scheme, host and port only, as in http://localhost:3000'),
)
const TrustProxy = v.pipe(
  v.string(),
  v.check(isTrustProxy, 'is neither a number of proxies nor addresses or networks, separated by commas'),
)
const credential = (maximum: number) =>
  v.pipe(v.string(), v.minLength(1, 'is empty'), v.maxLength(maximum, `is longer than ${maximum} characters`))

const Options = v.object({
  securityPort: Port,
  apiPort: Port,
  allowedOrigins: v.array(Origin),
  seed: v.pipe(
    v.object({ users: Amount, codes: Amount, scores: Amount, referrals: Amount }),
    v.check(({ users, scores }) => scores === 0 || users >= 1, 'has scores but no user to earn them'),
    v.check(({ users, referrals }) => referrals === 0 || users >= 2, 'has referrals but no two users for them'),
  ),
  admin: v.object({ user: credential(200), password: credential(1000) }),
  trustProxy: v.optional(TrustProxy),
  drainMs: v.optional(Amount),
})

/** @throws {Error} one line that names each option that cannot be met, and why */
export function checkOptions(options: BackendOptions): void {
  const { issues } = v.safeParse(Options, options)
  if (!issues) return
  const faults = issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)
  throw new Error(`Cannot start the reference backend: ${faults.join('; ')}.`)
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}
