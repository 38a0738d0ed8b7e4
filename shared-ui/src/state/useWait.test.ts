import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useWait } from './useWait'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const waitFor = (request: unknown) => renderHook(({ request }) => useWait(request), { initialProps: { request } })

it('is slow after 3 s and stuck after 10 s', () => {
  const { result } = waitFor(1)
  pass(2_999)
  expect(result.current).toBe('short')
  pass(1)
  expect(result.current).toBe('slow')
  pass(6_999)
  expect(result.current).toBe('slow')
  pass(1)
  expect(result.current).toBe('stuck')
})

it('starts again with another request, and ends with it', () => {
  const { result, rerender } = waitFor(1)
  pass(10_000)
  rerender({ request: 2 })
  expect(result.current).toBe('short')
  pass(3_000)
  expect(result.current).toBe('slow')
  rerender({ request: undefined })
  expect(result.current).toBe('short')
  pass(60_000)
  expect(result.current).toBe('short')
})
