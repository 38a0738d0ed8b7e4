import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newDatabase } from '../../tests/new-database'
import { createThrottle, defaultSignInLimits, type Throttle } from './throttle'

const limits = { failures: 3, windowSeconds: 300 }
const ana = { account: 'ana', address: '10.0.0.1' }
const fail = vi.fn(async () => undefined)
const succeed = vi.fn(async () => 7)
const refusal = { status: 429, code: 'too_many_attempts', headers: { 'Retry-After': '300' } }
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  fail.mockClear()
  succeed.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

async function failTimes(throttle: Throttle, times: number, signIn = ana): Promise<void> {
  for (let time = 0; time < times; time++) await throttle(signIn, fail)
}

describe('the throttle', () => {
  const database = newDatabase()
  beforeEach(() => database().deleteFrom('sign_in_counters').execute())

  describe('an account at an address', () => {
    it('is refused after its failures without an attempt, but not elsewhere, nor are other accounts there', async () => {
      const throttle = await createThrottle(database(), limits)
      await failTimes(throttle, 3)

      await expect(throttle(ana, succeed)).rejects.toMatchObject(refusal)
      expect(succeed).not.toHaveBeenCalled()
      expect(await throttle({ ...ana, address: '10.0.0.2' }, succeed)).toBe(7)
      expect(await throttle({ ...ana, account: 'eva' }, succeed)).toBe(7)
    })

    it('has its failures cleared by a sign-in, which does not count as a failure', async () => {
      const throttle = await createThrottle(database(), limits)
      for (let round = 0; round < 5; round++) {
        await failTimes(throttle, 2)
        expect(await throttle(ana, succeed)).toBe(7)
      }
    })

    it('can sign in again after the window', async () => {
      const throttle = await createThrottle(database(), limits)
      await failTimes(throttle, 3)

      vi.setSystemTime(Date.now() + 299_000)
      await expect(throttle(ana, succeed)).rejects.toMatchObject({ headers: { 'Retry-After': '1' } })
      vi.setSystemTime(Date.now() + 1_000)
      expect(await throttle(ana, succeed)).toBe(7)
    })

    it('cannot exceed the limit with a burst of guesses', async () => {
      const throttle = await createThrottle(database(), limits)

      await Promise.allSettled(Array.from({ length: 20 }, () => throttle(ana, fail)))

      expect(fail).toHaveBeenCalledTimes(3)
    })

    it('can sign in many times concurrently', async () => {
      const throttle = await createThrottle(database(), defaultSignInLimits)

      expect(await Promise.all(Array.from({ length: 30 }, () => throttle(ana, succeed)))).toEqual(Array(30).fill(7))
    })
  })

  it('counts the addresses of an IPv6 network as one', async () => {
    const throttle = await createThrottle(database(), limits)
    for (const last of ['1', '2', 'dead:beef']) {
      await failTimes(throttle, 1, { ...ana, address: `2001:db8:0:7::${last}` })
    }

    await expect(throttle({ ...ana, address: '2001:db8::7:0:0:0:9' }, succeed)).rejects.toMatchObject(refusal)
    expect(await throttle({ ...ana, address: '2001:db8:0:8::1' }, succeed)).toBe(7)
  })

  it('does not count an attempt that throws', async () => {
    const throttle = await createThrottle(database(), { ...limits, failures: 1 })
    const crash = async () => {
      throw new Error('the database is lost')
    }

    for (let time = 0; time < 3; time++) await expect(throttle(ana, crash)).rejects.toThrow('the database is lost')
    expect(await throttle(ana, succeed)).toBe(7)
  })

  it('deletes expired counters with the next sign-in', async () => {
    const throttle = await createThrottle(database(), limits)
    await failTimes(throttle, 1, { ...ana, account: 'eve' })
    vi.setSystemTime(Date.now() + 300_001)
    await throttle(ana, succeed)
    expect(await database().selectFrom('sign_in_counters').selectAll().execute()).toEqual([])
  })
})
