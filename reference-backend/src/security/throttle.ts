import { createHmac } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import PQueue from 'p-queue'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../database/schema'
import { secretOf } from '../database/secret'
import { HttpError } from '../http/errors'
import { networkOf } from './network-of'

export interface SignInLimits {
  /** Maximum failures of one account from one address. */
  failures: number
  /** Time that a failure counts. */
  windowSeconds: number
}

export const defaultSignInLimits: SignInLimits = { failures: 10, windowSeconds: 300 }

/** Password hashes run on libuv's threads, four by default. */
const concurrentAttempts = 4

/** The name of an account, as entered, and the client's IP address. */
interface SignIn {
  account: string
  address: string
}

/** Runs an attempt, which resolves with undefined on failure. Rejects with 429 and Retry-After over the limit. */
export type Throttle = <Result>(
  signIn: SignIn,
  attempt: () => Promise<Result | undefined>,
) => Promise<Result | undefined>

/**
 * Throttles the sign-in attempts of an account from an address: failures elsewhere lock nobody out. An attempt that resolves
 * with undefined counts as a failure, and a success clears the failures.
 *
 * An attempt is counted before it is made, and uncounted when it throws. Otherwise a burst of guesses would pass before the
 * first had failed. Few attempts run at a time, so that many sign-ins with the right password are within the limit.
 */
export async function createThrottle(database: Database, limits: SignInLimits): Promise<Throttle> {
  const counter = createCounter(database, limits)
  const queue = new PQueue({ concurrency: concurrentAttempts })
  const secret = await secretOf(database, 'counter_secret')
  // Not readable: people type passwords into the field of the name.
  const keyOf = ({ account, address }: SignIn) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([account, networkOf(address)]))
      .digest('base64url')

  const makeAttempt: Throttle = async (signIn, attempt) => {
    const key = keyOf(signIn)
    await counter.consume(key).catch((full: unknown) => {
      throw full instanceof RateLimiterRes ? tooManyAttempts(full) : full
    })
    const result = await attempt().catch(async (error: unknown) => {
      await counter.reward(key)
      throw error
    })
    if (result === undefined) return undefined
    await counter.delete(key)
    await database.deleteFrom('sign_in_counters').where('expire', '<', Date.now()).execute()
    return result
  }
  return (signIn, attempt) => queue.add(() => makeAttempt(signIn, attempt))
}

/** Creates a counter per key in the database, so that it holds in all processes and over a restart. */
function createCounter(database: Database, { failures, windowSeconds }: SignInLimits): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: {
      query: async ({ text, values }: { text: string; values: unknown[] }) => {
        const { rows } = await database.executeQuery(CompiledQuery.raw(text, values))
        return { rows, rowCount: rows.length }
      },
    },
    storeType: 'client',
    tableName: 'sign_in_counters',
    // By a migration.
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: 'pair',
    points: failures,
    duration: windowSeconds,
  })
}

function tooManyAttempts({ msBeforeNext }: RateLimiterRes): HttpError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new HttpError(429, 'too_many_attempts', `Too many sign-ins have failed: try again in ${seconds} seconds.`, {
    'Retry-After': String(seconds),
  })
}
