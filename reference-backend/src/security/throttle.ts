import { availableParallelism } from 'node:os'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpError } from '../http/errors'
import { createFairQueue } from './fair-queue'
import { createKnownAddresses } from './known-addresses'
import { networkOf } from './network-of'

export interface SignInLimits {
  /** Failed attempts on one account from one address before more of these are refused. */
  pairFailures: number
  /** How long such a failure counts. */
  windowSeconds: number
  /** Failed attempts on one account, whatever the addresses. An address that it has signed in from passes. */
  accountFailures: number
  /** Failed attempts from one address, whatever the accounts. An account that has signed in from it passes. */
  addressFailures: number
  /** How long a failure counts for these two. */
  slowWindowSeconds: number
}

export const defaultSignInLimits: SignInLimits = {
  pairFailures: 10,
  windowSeconds: 300,
  accountFailures: 100,
  addressFailures: 1000,
  slowWindowSeconds: 3600,
}

interface Who {
  account: string
  address: string
}

export interface Throttle {
  /** Rejects with 429 and Retry-After when an attempt would be refused now, without counting it. */
  assertAllowed(who: Who): Promise<void>
  /** Makes an attempt that resolves with undefined when it fails. Rejects with 429 and Retry-After over a limit. */
  attempt<Result>(who: Who, attempt: () => Promise<Result | undefined>): Promise<Result | undefined>
}

/** A count of failures, and whose. */
interface Counted {
  limiter: RateLimiterMemory
  key: string
}

/** Passwords are hashed on the threads of libuv, four of them by default. */
export const hashesAtOnce = (processors = availableParallelism()): number =>
  Math.min(processors, Number(process.env.UV_THREADPOOL_SIZE) || 4)
const waitingAtMost = 1000

/**
 * Guards sign-in attempts. An attempt that resolves with undefined has failed and counts; one that succeeds
 * clears the failures of its account from its address. Over a limit the attempt is not made: rejects with 429 and
 * Retry-After. So does one of the address with the most waiting attempts while too many wait.
 *
 * An attempt is counted before it is made, and taken back when it succeeds or throws: otherwise a burst of guesses would
 * be let through before the first had failed.
 *
 * @param takeTurn the queue of attempts: an address waits in one line, an account that it is known for in its own
 */
export function createThrottle(
  limits: SignInLimits,
  takeTurn = createFairQueue(hashesAtOnce(), waitingAtMost),
): Throttle {
  const pairs = new RateLimiterMemory({ points: limits.pairFailures, duration: limits.windowSeconds })
  const accounts = new RateLimiterMemory({ points: limits.accountFailures, duration: limits.slowWindowSeconds })
  const addresses = new RateLimiterMemory({ points: limits.addressFailures, duration: limits.slowWindowSeconds })
  const known = createKnownAddresses()

  function countsOf({ account, address }: Who) {
    const network = networkOf(address)
    const pair = JSON.stringify([account, network])
    const isKnown = known.has(pair)
    // The address first: one that is over its limit adds no count for each name that it tries.
    const slow = [
      { limiter: addresses, key: network },
      { limiter: accounts, key: account },
    ]
    const counts: Counted[] = [...(isKnown ? [] : slow), { limiter: pairs, key: pair }]
    return { pair, line: isKnown ? pair : network, counts }
  }

  async function assertAllowed(who: Who): Promise<void> {
    for (const { limiter, key } of countsOf(who).counts) {
      const count = await limiter.get(key)
      if (count && count.consumedPoints >= limiter.points) throw tooManyAttempts(count)
    }
  }

  async function attempt<Result>(who: Who, attempt: () => Promise<Result | undefined>): Promise<Result | undefined> {
    const { pair, line, counts } = countsOf(who)
    const endTurn = await takeTurn(line)
    try {
      const counted = await countAll(counts)
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
      endTurn()
    }
  }

  return { assertAllowed, attempt }
}

/** Counts an attempt everywhere, or, where one count is full, nowhere: rejects with 429. */
async function countAll(all: Counted[]): Promise<Counted[]> {
  const counted: Counted[] = []
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

async function uncount(counted: Counted[]): Promise<void> {
  await Promise.all(counted.map(({ limiter, key }) => limiter.reward(key)))
}

function tooManyAttempts({ msBeforeNext }: RateLimiterRes): HttpError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new HttpError(429, 'too_many_attempts', `Too many failed sign-ins: try again in ${seconds} seconds.`, {
    'Retry-After': String(seconds),
  })
}
