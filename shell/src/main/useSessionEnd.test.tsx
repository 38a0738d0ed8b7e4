import { useSession } from '@canje/shared-auth'
import { endSession, SESSION_LIFETIME_MS, takeKept } from '@canje/shared-auth/host'
import { AppProviders } from '@canje/shared-ui/host'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OpenDocument } from '../new-document'
import { enterSession } from '../testing/test-shell'
import { SessionBar } from './SessionBar'
import { useSessionEnd } from './useSessionEnd'

const leave = vi.fn<OpenDocument>(() => new Promise(() => undefined))
const draft = { draft: null }

function Main() {
  useSessionEnd(draft, leave)
  return useSession().idToken !== null && <SessionBar />
}

beforeEach(() => {
  vi.useFakeTimers()
  enterSession()
  render(<Main />, { wrapper: AppProviders })
})
afterEach(() => {
  cleanup()
  endSession()
  leave.mockClear()
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
  expect(leave).not.toHaveBeenCalled()
  await pass(1)
  expect(leave).toHaveBeenCalledExactlyOnceWith('/login')
  await pass(1000)
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
  expect(leave).toHaveBeenCalledExactlyOnceWith('/login')
  expect(takeKept('endReason')).toEqual({ kind: 'expired' })
  expect(sessionStorage).toHaveLength(0)
})

it('goes to login within a second of waking after expiry, without an event', async () => {
  await pass(1234)
  sleep(SESSION_LIFETIME_MS)
  expect(leave).not.toHaveBeenCalled()
  await pass(1000)
  expect(leave).toHaveBeenCalledExactlyOnceWith('/login')
})

it('warns once when it wakes in the last minute', async () => {
  sleep(SESSION_LIFETIME_MS - 30_000)
  await act(async () => window.dispatchEvent(new Event('focus')))
  await pass(2000)
  expect(screen.getAllByText('Su sesión vence en 1 minuto')).toHaveLength(1)
  // A second warning would outlive the first toast.
  for (let second = 0; second < 25; second++) await pass(1000)
  expect(leave).not.toHaveBeenCalled()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('opens another document for another session', async () => {
  await act(async () => enterSession({ id: 'of another person' }))
  expect(leave).toHaveBeenCalledExactlyOnceWith('/main')
})

it('goes to login when the session ended before it mounted', async () => {
  cleanup()
  endSession()
  render(<Main />)
  expect(leave).toHaveBeenCalledExactlyOnceWith('/login')
})
