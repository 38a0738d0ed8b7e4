import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePolledCount } from './usePolledCount'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('is read at each interval, and 0 once there are no such rows', () => {
  const rows = { count: 12 }
  const { result, rerender } = renderHook((shown: typeof rows | undefined) => usePolledCount(shown, 500), {
    initialProps: rows,
  })
  rows.count = 35
  act(() => vi.advanceTimersByTime(499))
  expect(result.current).toBe(12)
  act(() => vi.advanceTimersByTime(1))
  expect(result.current).toBe(35)
  rerender(undefined)
  expect(result.current).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})
