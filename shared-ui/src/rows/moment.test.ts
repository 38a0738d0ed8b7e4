import { afterEach, expect, it, vi } from 'vitest'
import { nextMoment } from './moment'

afterEach(() => {
  vi.useRealTimers()
})

it('is later at each call while the clock stands, and follows the clock', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const first = nextMoment()
  expect(nextMoment()).toBeGreaterThan(first)
  vi.advanceTimersByTime(first + 60_000)
  expect(nextMoment()).toBe(performance.now())
})
