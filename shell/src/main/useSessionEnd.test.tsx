import { endSession, useSession } from '@canje/shared-auth'
import { SESSION_LIFETIME_MS } from '@canje/shared-auth/stored-session'
import { AppProviders } from '@canje/shared-ui/host'
import { setSpanishLocale } from '@canje/shared-ui/primereact'
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { enterSession } from '../testing/test-shell'
import { useSessionEnd } from './useSessionEnd'

const onEnd = vi.fn()
const draft = { current: null }

function Main() {
  useSessionEnd(draft, onEnd)
  return <p>main</p>
}

beforeAll(setSpanishLocale)
beforeEach(() => {
  vi.useFakeTimers()
  enterSession()
  const router = createMemoryRouter(
    [
      { path: '/main', element: <Main /> },
      { path: '/login', element: <p>login</p> },
    ],
    { initialEntries: ['/main'] },
  )
  render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  )
})
afterEach(() => {
  cleanup()
  endSession()
  vi.useRealTimers()
  onEnd.mockClear()
})

/** Advances the clock without firing timers. */
const sleep = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it('warns one minute before the session expires, not earlier', async () => {
  await pass(SESSION_LIFETIME_MS - 60_001)
  expect(screen.queryByText('Su sesión vence en 1 minuto')).toBeNull()
  await pass(1)
  expect(screen.getByText('Su sesión vence en 1 minuto')).toBeTruthy()
})

it('goes to login on expiry, without a message', async () => {
  await pass(SESSION_LIFETIME_MS - 1)
  expect(screen.getByText('main')).toBeTruthy()
  await pass(1)
  expect(screen.getByText('login')).toBeTruthy()
  await pass(1000)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('stays for a session that expires beyond the maximum timer delay', async () => {
  await act(async () => useSession.setState({ expiresAt: 9_999_999_999_999 }))
  await pass(1000)
  expect(screen.getByText('main')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it.each([
  ['focus', window],
  ['pageshow', window],
  ['resume', document],
  ['visibilitychange', document],
])('goes to login on %s after expiry', async (event, target) => {
  sleep(SESSION_LIFETIME_MS)
  await act(async () => target.dispatchEvent(new Event(event)))
  expect(screen.getByText('login')).toBeTruthy()
  expect(sessionStorage).toHaveLength(0)
})

it('goes to login within a second of waking after expiry, without an event', async () => {
  await pass(1234)
  sleep(SESSION_LIFETIME_MS)
  expect(screen.getByText('main')).toBeTruthy()
  await pass(1000)
  expect(screen.getByText('login')).toBeTruthy()
})

it('warns once when it wakes in the last minute', async () => {
  sleep(SESSION_LIFETIME_MS - 30_000)
  await act(async () => window.dispatchEvent(new Event('focus')))
  await pass(2000)
  expect(screen.getAllByText('Su sesión vence en 1 minuto')).toHaveLength(1)
  // A second warning would outlive the first toast.
  for (let second = 0; second < 25; second++) await pass(1000)
  expect(screen.getByText('main')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('calls onEnd once, after unmount', async () => {
  onEnd.mockImplementationOnce(() => expect(screen.queryByText('main')).toBeNull())
  await act(async () => endSession())
  expect(onEnd).toHaveBeenCalledExactlyOnceWith()
  expect(onEnd.mock.results).toMatchObject([{ type: 'return' }])
})

it('does not call onEnd when the screen unmounts during a session', () => {
  cleanup()
  expect(onEnd).not.toHaveBeenCalled()
})

it('does not warn on waking before the last minute', async () => {
  sleep(SESSION_LIFETIME_MS - 120_000)
  for (const event of ['focus', 'pageshow']) await act(async () => window.dispatchEvent(new Event(event)))
  await pass(1000)
  expect(screen.getByText('main')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('leaves no timer behind', async () => {
  await act(async () => endSession())
  await pass(1000)
  expect(vi.getTimerCount()).toBe(0)
})

it('goes to login when the session ends', async () => {
  await act(async () => endSession())
  expect(screen.getByText('login')).toBeTruthy()
})
