import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createKnownAddresses } from './known-addresses'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('keeps a pair for 30 days after its last sign-in', () => {
  const known = createKnownAddresses()
  const day = 24 * 3_600_000
  expect(known.has('a')).toBe(false)
  known.add('a')
  vi.setSystemTime(Date.now() + 20 * day)
  known.add('a')
  vi.setSystemTime(Date.now() + 30 * day)
  expect(known.has('a')).toBe(true)
  vi.setSystemTime(Date.now() + 1)
  expect(known.has('a')).toBe(false)
})

it('removes the pairs with the oldest sign-in beyond 10,000', () => {
  const known = createKnownAddresses()
  for (let index = 0; index < 10_000; index++) known.add(String(index))
  known.add('0')
  known.add('one more')
  expect(['0', '1', '2', 'one more'].map(known.has)).toEqual([true, false, true, true])
})
