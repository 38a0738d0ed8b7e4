import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pausableTimer } from './pausable-timer'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('ends after its lifetime', () => {
  const onEnd = vi.fn()
  pausableTimer(3000, onEnd)
  vi.advanceTimersByTime(2999)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

it('pauses until the last holder resumes it, then restarts with the full duration', () => {
  const onEnd = vi.fn()
  const timer = pausableTimer(3000, onEnd)
  timer.pause('pointer')
  timer.pause('focus')
  vi.advanceTimersByTime(60_000)
  timer.resume('pointer')
  vi.advanceTimersByTime(60_000)
  expect(onEnd).not.toHaveBeenCalled()
  timer.resume('focus')
  vi.advanceTimersByTime(3000)
  expect(onEnd).toHaveBeenCalledOnce()
})

it('ignores a resume by a holder that never paused it', () => {
  const onEnd = vi.fn()
  const timer = pausableTimer(3000, onEnd)
  timer.resume('pointer')
  vi.advanceTimersByTime(10_000)
  expect(onEnd).toHaveBeenCalledOnce()
})

it('restarts with its full duration, unless it is paused', () => {
  const onEnd = vi.fn()
  const timer = pausableTimer(3000, onEnd)
  vi.advanceTimersByTime(2000)
  timer.restart()
  vi.advanceTimersByTime(2999)
  expect(onEnd).not.toHaveBeenCalled()
  timer.pause('pointer')
  timer.restart()
  vi.advanceTimersByTime(60_000)
  expect(onEnd).not.toHaveBeenCalled()
})
