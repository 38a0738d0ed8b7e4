import { act, cleanup, fireEvent, renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { MemoryRouter, useSearchParams } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RemotesContext } from '../remotes'
import { createTestRemotes } from '../testing/test-remotes'
import { useRegistryRefresh } from './useRegistryRefresh'

let page: ReturnType<typeof createTestRemotes>
const refetch = () => page.remotes.registry.refetch

beforeEach(() => {
  vi.useFakeTimers()
  page = createTestRemotes()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function refreshing() {
  return renderHook(
    () => {
      useRegistryRefresh()
      return useSearchParams()[1]
    },
    {
      wrapper: ({ children }: PropsWithChildren) => (
        <RemotesContext value={page.remotes}>
          <MemoryRouter>{children}</MemoryRouter>
        </RemotesContext>
      ),
    },
  )
}

it('asks every minute, until the main screen is left', () => {
  const { unmount } = refreshing()
  expect(refetch()).not.toHaveBeenCalled()
  vi.advanceTimersByTime(120_000)
  expect(refetch()).toHaveBeenCalledTimes(2)
  unmount()
  vi.advanceTimersByTime(120_000)
  fireEvent.focus(window)
  expect(refetch()).toHaveBeenCalledTimes(2)
})

it('asks when the user comes back to the window or to the page', () => {
  refreshing()
  fireEvent.focus(window)
  fireEvent(document, new Event('visibilitychange'))
  expect(refetch()).toHaveBeenCalledTimes(2)
})

it('does not ask while nobody looks', () => {
  refreshing()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  fireEvent(document, new Event('visibilitychange'))
  vi.advanceTimersByTime(120_000)
  expect(refetch()).not.toHaveBeenCalled()
})

it('asks on a change of tab, and not for the same tab', () => {
  const { result } = refreshing()
  act(() => result.current({ tab: 'codigos' }))
  act(() => result.current({ tab: 'codigos' }))
  expect(refetch()).toHaveBeenCalledOnce()
})
