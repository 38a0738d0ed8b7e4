import { fireEvent, renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { RemotesContext } from '../remotes'
import { createTestRemotes } from '../testing/test-remotes'
import { useRefresh } from './useRefresh'

let page: ReturnType<typeof createTestRemotes>
const refresh = () => page.remotes.refresh

beforeEach(() => {
  vi.useFakeTimers()
  page = createTestRemotes()
  vi.spyOn(page.remotes, 'refresh').mockImplementation(() => undefined)
})

function refreshing() {
  return renderHook(useRefresh, {
    wrapper: ({ children }: PropsWithChildren) => <RemotesContext value={page.remotes}>{children}</RemotesContext>,
  })
}

it('refreshes the remotes every minute and on window focus, until unmount', () => {
  const { unmount } = refreshing()
  expect(refresh()).not.toHaveBeenCalled()
  vi.advanceTimersByTime(120_000)
  fireEvent.focus(window)
  expect(refresh()).toHaveBeenCalledTimes(3)
  unmount()
  vi.advanceTimersByTime(120_000)
  fireEvent.focus(window)
  expect(refresh()).toHaveBeenCalledTimes(3)
})

it('refreshes nothing while the page is hidden', () => {
  refreshing()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  fireEvent(document, new Event('visibilitychange'))
  vi.advanceTimersByTime(120_000)
  expect(refresh()).not.toHaveBeenCalled()
})
