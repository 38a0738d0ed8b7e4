import { RateLimiterMemory } from 'rate-limiter-flexible'
import { HttpError } from '../http/errors'
import { createTurns } from '../turns'

export interface SignInLimits {
  /** Failed attempts on one account before more are refused. */
  accountFailures: number
  /** Failed attempts from one address, whatever the accounts. */
  addressFailures: number
  /** How long a failure counts. */
  windowSeconds: number
}

export const defaultSignInLimits: SignInLimits = { accountFailures: 10, addressFailures: 50, windowSeconds: 300 }

export type Throttle = <Result>(
  who: { account: string; address: string },
  attempt: () => Promise<Result | undefined>,
) => Promise<Result | undefined>

/**
 * Guards sign-in attempts. An attempt that resolves with undefined has failed and counts; one that succeeds
 * clears its account. Over a limit the attempt is not made: rejects with 429 and Retry-After.
 *
 * Attempts are made one at a time, or a burst of guesses would be let through before the first had failed.
 */
export function createThrottle(limits: SignInLimits): Throttle {
  const duration = limits.windowSeconds
  const accounts = new RateLimiterMemory({ points: limits.accountFailures, duration })
  const addresses = new RateLimiterMemory({ points: limits.addressFailures, duration })
  const takeTurn = createTurns()

  return async ({ account, address }, attempt) => {
    const endTurn = await takeTurn()
    try {
      await refuseOver(accounts, account)
      await refuseOver(addresses, address)
      const result = await attempt()
      if (result === undefined) await Promise.all([accounts.penalty(account), addresses.penalty(address)])
      else await accounts.delete(account)
      return result
    } finally {
      endTurn()
    }
  }
}

async function refuseOver(limiter: RateLimiterMemory, key: string): Promise<void> {
  const failures = await limiter.get(key)
  if (!failures || failures.consumedPoints < limiter.points || failures.msBeforeNext <= 0) return
  const seconds = Math.ceil(failures.msBeforeNext / 1000)
  throw new HttpError(429, 'too_many_attempts', `Too many failed sign-ins: try again in ${seconds} seconds.`, {
    'Retry-After': String(seconds),
  })
}
