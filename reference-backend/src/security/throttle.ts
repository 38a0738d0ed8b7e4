import { createHmac } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../database/schema'
import { secretOf } from '../database/secret'
import { HttpError } from '../http/errors'
import { createCounter } from './counters'
import { createFairQueue } from './fair-queue'
import { networkOf } from './network-of'

export interface SignInLimits {
  /** Maximum failures of one account from one address. */
  pairFailures: number
  /** Time that a failure counts for `pairFailures`. */
  windowSeconds: number
  /** Maximum failures of one account from all addresses. Its known addresses are exempt. */
  accountFailures: number
  /** Maximum failures from one address on all accounts. Accounts that have signed in from it are exempt. */
  addressFailures: number
  /** Time that a failure counts for `accountFailures` and `addressFailures`. */
  slowWindowSeconds: number
}

export const defaultSignInLimits: SignInLimits = {
  pairFailures: 10,
  windowSeconds: 300,
  accountFailures: 100,
  addressFailures: 1000,
  slowWindowSeconds: 3600,
}

/** The name of an account, as entered, and the client's IP address. */
interface SignIn {
  account: string
  address: string
}

/** Runs an attempt, which resolves with undefined on failure. Rejects with 429 and Retry-After over a limit. */
export type Throttle = <Result>(
  signIn: SignIn,
  attempt: () => Promise<Result | undefined>,
) => Promise<Result | undefined>

/** A counter of failures, and the key that is counted. */
interface Counter {
  limiter: RateLimiterPostgres
  key: string
}

/** The maximum of concurrent password hashes: they run on libuv's threads, four by default. */
export const maxConcurrentHashes = (processors = availableParallelism()): number =>
  Math.min(processors, Number(process.env.UV_THREADPOOL_SIZE) || 4)
/** A monthly sign-in keeps an address known. */
const rememberedSeconds = 30 * 24 * 3600

/**
 * Throttles sign-in attempts. An attempt that resolves with undefined counts as a failure. A success clears the failures of
 * the account from that address. Over a limit the attempt is not made, and rejects with 429 and Retry-After.
 *
 * An attempt is counted before it is made, and uncounted when it succeeds or throws. Otherwise a burst of guesses would pass
 * before the first had failed.
 */
export async function createThrottle(
  database: Database,
  limits: SignInLimits,
  concurrency = maxConcurrentHashes(),
): Promise<Throttle> {
  const { pairFailures, windowSeconds, accountFailures, addressFailures, slowWindowSeconds } = limits
  const pairs = createCounter(database, 'pair', { points: pairFailures, seconds: windowSeconds })
  const accounts = createCounter(database, 'account', { points: accountFailures, seconds: slowWindowSeconds })
  const addresses = createCounter(database, 'address', { points: addressFailures, seconds: slowWindowSeconds })
  // Without these pairs, anybody could lock an account out with failures from elsewhere.
  const known = createCounter(database, 'known', { points: 1, seconds: rememberedSeconds })
  const runInTurn = createFairQueue(concurrency)
  const secret = await secretOf(database, 'counter_secret')
  // Not readable: people type passwords into the field of the name.
  const digestOf = (...parts: string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')

  async function countersOf({ account, address }: SignIn) {
    const network = networkOf(address)
    const pair = digestOf(account, network)
    const isKnown = (await known.get(pair)) !== null
    // The address first, so that one over its limit adds no counter per account name.
    const slow = [
      { limiter: addresses, key: digestOf(network) },
      { limiter: accounts, key: digestOf(account) },
    ]
    const counters: Counter[] = [...(isKnown ? [] : slow), { limiter: pairs, key: pair }]
    return { pair, queueKey: isKnown ? pair : network, counters }
  }

  return async (signIn, attempt) => {
    const { pair, queueKey, counters } = await countersOf(signIn)
    return runInTurn(queueKey, async () => {
      const counted = await countAll(counters)
      const result = await attempt().catch(async (error: unknown) => {
        await uncount(counted)
        throw error
      })
      if (result === undefined) return undefined
      await uncount(counted)
      await pairs.delete(pair)
      await known.set(pair, 1, rememberedSeconds)
      await database.deleteFrom('sign_in_counters').where('expire', '<', Date.now()).execute()
      return result
    })
  }
}

/** Increments all counters, or none when one is at its limit: then rejects with 429. */
async function countAll(all: Counter[]): Promise<Counter[]> {
  const counted: Counter[] = []
  for (const { limiter, key } of all) {
    counted.push({ limiter, key })
    try {
      await limiter.consume(key)
    } catch (full) {
      await uncount(counted)
      throw full instanceof RateLimiterRes ? tooManyAttempts(full) : full
    }
  }
  return counted
}

async function uncount(counted: Counter[]): Promise<void> {
  await Promise.all(counted.map(({ limiter, key }) => limiter.reward(key)))
}

function tooManyAttempts({ msBeforeNext }: RateLimiterRes): HttpError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new HttpError(429, 'too_many_attempts', `Too many sign-ins have failed: try again in ${seconds} seconds.`, {
    'Retry-After': String(seconds),
  })
}
