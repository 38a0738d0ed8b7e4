import { act, cleanup, fireEvent, renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { MemoryRouter, useSearchParams } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useRegistry } from '../remotes/registry-store'
import { useRegistryRefresh } from './useRegistryRefresh'

const reread = vi.fn(async () => undefined)

beforeEach(() => {
  vi.useFakeTimers()
  useRegistry.setState({ status: 'ready', serial: 1, remotes: [], reread }, true)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  reread.mockClear()
})

function refreshing() {
  return renderHook(
    () => {
      useRegistryRefresh()
      return useSearchParams()[1]
    },
    { wrapper: ({ children }: PropsWithChildren) => <MemoryRouter>{children}</MemoryRouter> },
  )
}

it('asks every minute, until the main screen is left', () => {
  const { unmount } = refreshing()
  expect(reread).not.toHaveBeenCalled()
  vi.advanceTimersByTime(120_000)
  expect(reread).toHaveBeenCalledTimes(2)
  unmount()
  vi.advanceTimersByTime(120_000)
  fireEvent.focus(window)
  expect(reread).toHaveBeenCalledTimes(2)
})

it('asks when the user comes back to the window or to the page', () => {
  refreshing()
  fireEvent.focus(window)
  fireEvent(document, new Event('visibilitychange'))
  expect(reread).toHaveBeenCalledTimes(2)
})

it('does not ask while nobody looks', () => {
  refreshing()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  fireEvent(document, new Event('visibilitychange'))
  vi.advanceTimersByTime(120_000)
  expect(reread).not.toHaveBeenCalled()
})

it('asks on a change of tab, and not for the same tab', () => {
  const { result } = refreshing()
  act(() => result.current({ tab: 'codigos' }))
  act(() => result.current({ tab: 'codigos' }))
  expect(reread).toHaveBeenCalledOnce()
})
