import { availableParallelism } from 'node:os'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpError } from '../http/errors'
import { createFairQueue } from './fair-queue'
import { createKnownAddresses } from './known-addresses'
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
export interface SignIn {
  account: string
  address: string
}

export interface Throttle {
  /** Rejects with 429 and Retry-After when an attempt would be refused now. Counts nothing. */
  assertAllowed(signIn: SignIn): Promise<void>
  /** Runs an attempt, which resolves with undefined on failure. Rejects with 429 and Retry-After over a limit. */
  attempt<Result>(signIn: SignIn, attempt: () => Promise<Result | undefined>): Promise<Result | undefined>
}

/** A failure counter and the key that is counted. */
interface Counter {
  limiter: RateLimiterMemory
  key: string
}

/** The maximum of concurrent password hashes: they run on libuv's threads, four by default. */
export const maxConcurrentHashes = (processors = availableParallelism()): number =>
  Math.min(processors, Number(process.env.UV_THREADPOOL_SIZE) || 4)
const maxQueued = 1000

/**
 * Throttles sign-in attempts. An attempt that resolves with undefined counts as a failure. A success clears the failures of
 * the account from that address. Over a limit the attempt is not made, and rejects with 429 and Retry-After. A full queue
 * refuses an attempt of the address with the most waiting ones.
 *
 * An attempt is counted before it is made, and uncounted when it succeeds or throws. Otherwise a burst of guesses would pass
 * before the first had failed.
 *
 * @param acquireSlot the queue of attempts, with one key per address and one per known pair of account and address
 */
export function createThrottle(
  limits: SignInLimits,
  acquireSlot = createFairQueue(maxConcurrentHashes(), maxQueued),
): Throttle {
  const pairs = new RateLimiterMemory({ points: limits.pairFailures, duration: limits.windowSeconds })
  const accounts = new RateLimiterMemory({ points: limits.accountFailures, duration: limits.slowWindowSeconds })
  const addresses = new RateLimiterMemory({ points: limits.addressFailures, duration: limits.slowWindowSeconds })
  const known = createKnownAddresses()

  function countersOf({ account, address }: SignIn) {
    const network = networkOf(address)
    const pair = JSON.stringify([account, network])
    const isKnown = known.has(pair)
    // The address first, so that one over its limit adds no counter per account name.
    const slow = [
      { limiter: addresses, key: network },
      { limiter: accounts, key: account },
    ]
    const counters: Counter[] = [...(isKnown ? [] : slow), { limiter: pairs, key: pair }]
    return { pair, queueKey: isKnown ? pair : network, counters }
  }

  async function assertAllowed(signIn: SignIn): Promise<void> {
    for (const { limiter, key } of countersOf(signIn).counters) {
      const count = await limiter.get(key)
      if (count && count.consumedPoints >= limiter.points) throw tooManyAttempts(count)
    }
  }

  async function attempt<Result>(
    signIn: SignIn,
    attempt: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    const { pair, queueKey, counters } = countersOf(signIn)
    const releaseSlot = await acquireSlot(queueKey)
    try {
      const counted = await countAll(counters)
      const result = await attempt().catch(async (error: unknown) => {
        await uncount(counted)
        throw error
      })
      if (result === undefined) return undefined
      await uncount(counted)
      await pairs.delete(pair)
      known.add(pair)
      return result
    } finally {
      releaseSlot()
    }
  }

  return { assertAllowed, attempt }
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
