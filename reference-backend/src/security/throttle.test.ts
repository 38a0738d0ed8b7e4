import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { openDatabase } from '../database/connect'
import type { Database } from '../database/schema'
import { describeOnSampledEngine, type TestDatabase } from '../testing/engines'
import { createThrottle, defaultSignInLimits, maxConcurrentHashes, type Throttle } from './throttle'

const limits = { pairFailures: 3, windowSeconds: 300, accountFailures: 6, addressFailures: 8, slowWindowSeconds: 3600 }
const ana = { account: 'ana', address: '10.0.0.1' }
const fail = vi.fn(async () => undefined)
const succeed = vi.fn(async () => 7)
const refusal = { status: 429, code: 'too_many_attempts', headers: { 'Retry-After': '300' } }
const slowRefusal = { ...refusal, headers: { 'Retry-After': '3600' } }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  fail.mockClear()
  succeed.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

async function failTimes(throttle: Throttle, times: number, signIn = ana): Promise<void> {
  for (let time = 0; time < times; time++) await throttle(signIn, fail)
}

/** Exhausts the failures of an account, from several addresses. */
async function exhaustAccount(throttle: Throttle, account: string): Promise<void> {
  for (const last of [101, 102]) await failTimes(throttle, 3, { account, address: `10.0.0.${last}` })
}

/** Exhausts the failures of an address, on several accounts. */
async function exhaustAddress(throttle: Throttle, address: string): Promise<void> {
  for (const [account, times] of Object.entries({ eve: 3, ivo: 3, ute: 2 })) {
    await failTimes(throttle, times, { account, address })
  }
}

const countersOf = (database: Database) => database.selectFrom('sign_in_counters').selectAll().orderBy('key').execute()

describeOnSampledEngine('the throttle', (createDatabase) => {
  let testDatabase: TestDatabase
  let database: Database

  beforeAll(async () => {
    testDatabase = await createDatabase()
    database = await openDatabase(testDatabase.choice)
  })
  beforeEach(() => database.deleteFrom('sign_in_counters').execute())
  afterAll(async () => {
    await database.destroy()
    await testDatabase.remove()
  })

  describe('an account at an address', () => {
    it('is refused after its failures without an attempt, but not elsewhere, nor are other accounts there', async () => {
      const throttle = await createThrottle(database, limits)
      await failTimes(throttle, 3)

      await expect(throttle(ana, succeed)).rejects.toMatchObject(refusal)
      expect(succeed).not.toHaveBeenCalled()
      expect(await throttle({ ...ana, address: '10.0.0.2' }, succeed)).toBe(7)
      expect(await throttle({ ...ana, account: 'eva' }, succeed)).toBe(7)
    })

    it('has its failures cleared by a sign-in, which does not count as a failure', async () => {
      const throttle = await createThrottle(database, limits)
      for (let round = 0; round < 5; round++) {
        await failTimes(throttle, 2)
        expect(await throttle(ana, succeed)).toBe(7)
      }
    })

    it('can sign in again after the window', async () => {
      const throttle = await createThrottle(database, limits)
      await failTimes(throttle, 3)

      vi.setSystemTime(Date.now() + 299_000)
      await expect(throttle(ana, succeed)).rejects.toMatchObject({ headers: { 'Retry-After': '1' } })
      vi.setSystemTime(Date.now() + 1_000)
      expect(await throttle(ana, succeed)).toBe(7)
    })

    it('cannot exceed the limit with a burst of guesses', async () => {
      const throttle = await createThrottle(database, limits, 20)

      await Promise.allSettled(Array.from({ length: 20 }, () => throttle(ana, fail)))

      expect(fail).toHaveBeenCalledTimes(3)
    })

    it('does not lock the account elsewhere by attempts over its limit', async () => {
      const throttle = await createThrottle(database, limits)
      await failTimes(throttle, 3)
      for (let time = 0; time < 10; time++) await expect(throttle(ana, succeed)).rejects.toMatchObject(refusal)

      expect(await throttle({ ...ana, address: '10.0.0.2' }, succeed)).toBe(7)
      expect(await throttle({ ...ana, account: 'eva' }, succeed)).toBe(7)
    })

    it('can sign in many times concurrently', async () => {
      const throttle = await createThrottle(database, defaultSignInLimits)

      expect(await Promise.all(Array.from({ length: 30 }, () => throttle(ana, succeed)))).toEqual(Array(30).fill(7))
    })

    it('is not confused with another pair of the same concatenation', async () => {
      const throttle = await createThrottle(database, limits)
      await failTimes(throttle, 3, { account: 'ana', address: '1,2' })

      expect(await throttle({ account: 'ana,1', address: '2' }, succeed)).toBe(7)
    })
  })

  describe('an account', () => {
    it('is refused for longer after many failures from any addresses', async () => {
      const throttle = await createThrottle(database, limits)
      await exhaustAccount(throttle, 'ana')

      await expect(throttle(ana, succeed)).rejects.toMatchObject(slowRefusal)
      expect(await throttle({ ...ana, account: 'eva' }, succeed)).toBe(7)
    })

    it('can sign in from a known address over its limit', async () => {
      const throttle = await createThrottle(database, limits)
      await throttle(ana, succeed)
      await exhaustAccount(throttle, 'ana')

      expect(await throttle(ana, succeed)).toBe(7)
      await expect(throttle({ ...ana, address: '10.0.0.2' }, succeed)).rejects.toMatchObject(slowRefusal)
      await expect(throttle({ account: 'eva', address: '10.0.0.101' }, succeed)).resolves.toBe(7)
    })

    it('has a limit of failures from a known address too', async () => {
      const throttle = await createThrottle(database, limits)
      await throttle(ana, succeed)
      await failTimes(throttle, 3)

      await expect(throttle(ana, succeed)).rejects.toMatchObject(refusal)
    })

    it('keeps the failures from other addresses after a sign-in', async () => {
      const throttle = await createThrottle(database, limits)
      await failTimes(throttle, 3, { ...ana, address: '10.0.0.101' })
      await throttle(ana, succeed)
      await failTimes(throttle, 3, { ...ana, address: '10.0.0.102' })

      await expect(throttle({ ...ana, address: '10.0.0.2' }, succeed)).rejects.toMatchObject(slowRefusal)
    })

    it('keeps an address known for 30 days', async () => {
      const throttle = await createThrottle(database, limits)
      await throttle(ana, succeed)
      vi.setSystemTime(Date.now() + 30 * 24 * 3_600_000 + 1)
      await exhaustAccount(throttle, 'ana')

      await expect(throttle(ana, succeed)).rejects.toMatchObject(slowRefusal)
    })
  })

  describe('an address', () => {
    it('is refused for longer after many failures on any accounts', async () => {
      const throttle = await createThrottle(database, limits)
      await exhaustAddress(throttle, '10.0.0.1')

      await expect(throttle(ana, succeed)).rejects.toMatchObject(slowRefusal)
      expect(await throttle({ ...ana, address: '10.0.0.2' }, succeed)).toBe(7)
    })

    it('admits its known accounts over its limit', async () => {
      const throttle = await createThrottle(database, limits)
      await throttle(ana, succeed)
      await exhaustAddress(throttle, '10.0.0.1')

      expect(await throttle(ana, succeed)).toBe(7)
      await expect(throttle({ ...ana, account: 'eva' }, succeed)).rejects.toMatchObject(slowRefusal)
    })

    it('of IPv6 is counted as its /64 network', async () => {
      const throttle = await createThrottle(database, limits)
      for (const last of ['1', '2', 'dead:beef']) {
        await failTimes(throttle, 1, { ...ana, address: `2001:db8:0:7::${last}` })
      }

      await expect(throttle({ ...ana, address: '2001:db8::7:0:0:0:9' }, succeed)).rejects.toMatchObject(refusal)
      expect(await throttle({ ...ana, address: '2001:db8:0:8::1' }, succeed)).toBe(7)
    })

    it('admits a sign-in after one failure each of 60 other accounts', async () => {
      const throttle = await createThrottle(database, defaultSignInLimits)
      for (let person = 0; person < 60; person++) await failTimes(throttle, 1, { ...ana, account: `person ${person}` })

      expect(await throttle(ana, succeed)).toBe(7)
    })
  })

  it('does not count an attempt that throws', async () => {
    const throttle = await createThrottle(database, {
      ...limits,
      pairFailures: 1,
      accountFailures: 1,
      addressFailures: 1,
    })
    const crash = async () => {
      throw new Error('the database is lost')
    }

    for (let time = 0; time < 3; time++) await expect(throttle(ana, crash)).rejects.toThrow('the database is lost')
    expect(await throttle(ana, succeed)).toBe(7)
  })

  it('does not count an attempt that a slower limit refuses', async () => {
    const throttle = await createThrottle(database, { ...limits, accountFailures: 3 })
    await failTimes(throttle, 3, { ...ana, address: '10.0.0.101' })

    // Counted attempts would exhaust the limit of the pair, which has a shorter Retry-After.
    for (let time = 0; time < 5; time++) await expect(throttle(ana, succeed)).rejects.toMatchObject(slowRefusal)
  })

  it('adds no counters for an attempt from a refused address', async () => {
    const throttle = await createThrottle(database, limits)
    await exhaustAddress(throttle, '10.0.0.1')
    const counters = await countersOf(database)

    // A counter per guessed name would fill the database.
    await expect(throttle(ana, succeed)).rejects.toMatchObject(slowRefusal)
    expect(await countersOf(database)).toEqual(counters)
  })

  it('deletes expired counters with the next sign-in', async () => {
    const throttle = await createThrottle(database, limits)
    await exhaustAddress(throttle, '10.0.0.7')
    vi.setSystemTime(Date.now() + 3_600_001)
    await throttle(ana, succeed)
    expect(await countersOf(database)).toHaveLength(3)
  })

  it('runs as many concurrent attempts as there are processors and threads', async () => {
    vi.stubEnv('UV_THREADPOOL_SIZE', undefined)
    expect([1, 3, 64].map(maxConcurrentHashes)).toEqual([1, 3, 4])
    vi.stubEnv('UV_THREADPOOL_SIZE', '16')
    expect([1, 3, 64].map(maxConcurrentHashes)).toEqual([1, 3, 16])

    let begun = 0
    let end = () => {}
    const ended = new Promise<undefined>((resolve) => {
      end = () => resolve(undefined)
    })
    const attempt = () => {
      begun++
      return ended
    }
    const throttle = await createThrottle(database, defaultSignInLimits)
    const attempts = Array.from({ length: 100 }, (_, index) => throttle({ ...ana, account: `user ${index}` }, attempt))
    await expect.poll(() => begun).toBe(maxConcurrentHashes())
    await countersOf(database)
    expect(begun).toBe(maxConcurrentHashes())
    end()
    await Promise.all(attempts)
  })

  describe('360 guesses from 8 addresses', () => {
    let guessed: number
    let open = () => {}
    let opened: Promise<void>
    let queries: MockInstance<Database['executeQuery']>
    const guess = async () => {
      guessed++
      await opened
      return undefined
    }
    /** Signs in behind guesses that wait until the sign-in waits too. */
    const signInBehind = async (throttle: Throttle) => {
      let ahead = 0
      const signedIn = throttle(ana, async () => {
        ahead = guessed
        return 7
      })
      for (let settled = -1; settled < queries.mock.calls.length; ) {
        settled = queries.mock.calls.length
        await Promise.all(queries.mock.results.map(({ value }) => value))
        await setImmediate()
      }
      open()
      expect(await signedIn).toBe(7)
      return ahead
    }
    const flood = (throttle: Throttle, addressOf: (guess: number) => string) =>
      Array.from({ length: 360 }, (_, index) =>
        throttle({ account: `user ${index}`, address: addressOf(index) }, guess).catch(() => undefined),
      )
    beforeEach(() => {
      guessed = 0
      queries = vi.spyOn(database, 'executeQuery')
      opened = new Promise((resolve) => {
        open = resolve
      })
    })

    afterEach(() => queries.mockRestore())

    it('delay a sign-in from another address by one guess per address', async () => {
      const throttle = await createThrottle(database, defaultSignInLimits, 2)
      const guesses = flood(throttle, (index) => `10.0.1.${index % 8}`)

      expect(await signInBehind(throttle)).toBeLessThanOrEqual(16)
      await Promise.all(guesses)
      expect(guessed).toBe(360)
    })

    it('from one address do not delay an account known there', async () => {
      const throttle = await createThrottle(database, defaultSignInLimits, 2)
      await throttle(ana, succeed)
      const guesses = flood(throttle, () => ana.address)

      expect(await signInBehind(throttle)).toBeLessThanOrEqual(8)
      await Promise.all(guesses)
      expect(guessed).toBeLessThanOrEqual(100)
    })
  })
})
