import { expect, it, vi } from 'vitest'
import { nextTime } from './time'

it('is later at each call while the clock stands, and follows the clock', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const first = nextTime()
  expect(nextTime()).toBeGreaterThan(first)
  vi.advanceTimersByTime(first + 60_000)
  expect(nextTime()).toBe(performance.now())
})
