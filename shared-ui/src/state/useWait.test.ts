import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useWait } from './useWait'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const renderWait = (request: unknown) => renderHook(({ request }) => useWait(request), { initialProps: { request } })

it('is slow after 3 s and stuck after 10 s', () => {
  const { result } = renderWait(1)
  advance(2_999)
  expect(result.current).toBe('short')
  advance(1)
  expect(result.current).toBe('slow')
  advance(6_999)
  expect(result.current).toBe('slow')
  advance(1)
  expect(result.current).toBe('stuck')
})

it('restarts with another request, and resets without one', () => {
  const { result, rerender } = renderWait(1)
  advance(10_000)
  rerender({ request: 2 })
  expect(result.current).toBe('short')
  advance(3_000)
  expect(result.current).toBe('slow')
  rerender({ request: undefined })
  expect(result.current).toBe('short')
  advance(60_000)
  expect(result.current).toBe('short')
})
