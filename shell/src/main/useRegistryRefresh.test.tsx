import { cleanup, fireEvent, renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
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
  return renderHook(useRegistryRefresh, {
    wrapper: ({ children }: PropsWithChildren) => <RemotesContext value={page.remotes}>{children}</RemotesContext>,
  })
}

it('fetches the registry every minute until unmount', () => {
  const { unmount } = refreshing()
  expect(refetch()).not.toHaveBeenCalled()
  vi.advanceTimersByTime(120_000)
  expect(refetch()).toHaveBeenCalledTimes(2)
  unmount()
  vi.advanceTimersByTime(120_000)
  fireEvent.focus(window)
  expect(refetch()).toHaveBeenCalledTimes(2)
})

it('fetches the registry on window focus and on visibilitychange', () => {
  refreshing()
  fireEvent.focus(window)
  fireEvent(document, new Event('visibilitychange'))
  expect(refetch()).toHaveBeenCalledTimes(2)
})

it('fetches nothing while the page is hidden', () => {
  refreshing()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  fireEvent(document, new Event('visibilitychange'))
  vi.advanceTimersByTime(120_000)
  expect(refetch()).not.toHaveBeenCalled()
})
