import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createThrottle } from './throttle'

const limits = { accountFailures: 3, addressFailures: 5, windowSeconds: 300 }
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

async function failTimes(throttle: ReturnType<typeof createThrottle>, times: number, who = ana): Promise<void> {
  for (let time = 0; time < times; time++) await throttle(who, fail)
}

it('refuses an account after its failures, without making the attempt', async () => {
  const throttle = createThrottle(limits)
  await failTimes(throttle, 3)

  await expect(throttle(ana, succeed)).rejects.toMatchObject(refusal)
  await expect(throttle({ ...ana, address: '10.0.0.2' }, succeed)).rejects.toMatchObject(refusal)

  expect(succeed).not.toHaveBeenCalled()
  expect(await throttle({ ...ana, account: 'eva' }, succeed)).toBe(7)
})

it('refuses an address after its failures on whatever accounts', async () => {
  const throttle = createThrottle(limits)
  for (const account of ['a', 'b', 'c', 'd', 'e']) await failTimes(throttle, 1, { ...ana, account })

  await expect(throttle({ ...ana, account: 'f' }, succeed)).rejects.toMatchObject(refusal)
  expect(await throttle({ account: 'f', address: '10.0.0.2' }, succeed)).toBe(7)
})

it('forgets the failures of an account that signs in, and counts no success', async () => {
  const throttle = createThrottle(limits)
  for (let round = 0; round < 2; round++) {
    await failTimes(throttle, 2)
    expect(await throttle(ana, succeed)).toBe(7)
  }
})

it('lets an account in again when the window has passed', async () => {
  const throttle = createThrottle(limits)
  await failTimes(throttle, 3)

  vi.setSystemTime(Date.now() + 299_000)
  await expect(throttle(ana, succeed)).rejects.toMatchObject({ headers: { 'Retry-After': '1' } })
  vi.setSystemTime(Date.now() + 1_000)
  expect(await throttle(ana, succeed)).toBe(7)
})

it('lets no burst of guesses past the limit', async () => {
  const throttle = createThrottle(limits)

  await Promise.allSettled(Array.from({ length: 20 }, () => throttle(ana, fail)))

  expect(fail).toHaveBeenCalledTimes(3)
})

it('goes on after an attempt that throws', async () => {
  const throttle = createThrottle(limits)

  await expect(
    throttle(ana, async () => {
      throw new Error('the database is gone')
    }),
  ).rejects.toThrow('the database is gone')
  expect(await throttle(ana, succeed)).toBe(7)
})
