import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { endSession, useSession } from 'shared-auth'
import { speakSpanish } from 'shared-ui/primereact'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { Surface } from '../surface'
import { useSessionEnd } from './useSessionEnd'

const LIFETIME_MS = 600_000

function Main() {
  useSessionEnd()
  return <p>main</p>
}

beforeAll(speakSpanish)
beforeEach(() => {
  vi.useFakeTimers()
  useSession.setState({ idToken: 't', expiresAt: Date.now() + LIFETIME_MS })
  const router = createMemoryRouter(
    [
      { path: '/main', element: <Main /> },
      { path: '/login', element: <p>login</p> },
    ],
    { initialEntries: ['/main'] },
  )
  render(
    <Surface>
      <RouterProvider router={router} />
    </Surface>,
  )
})
afterEach(() => {
  cleanup()
  endSession()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it('warns one minute before the end, not earlier', async () => {
  await pass(LIFETIME_MS - 60_001)
  expect(screen.queryByText('Su sesión vence en 1 minuto')).toBeNull()
  await pass(1)
  expect(screen.getByText('Su sesión vence en 1 minuto')).toBeTruthy()
})

it('goes to login at the end, without a message', async () => {
  await pass(LIFETIME_MS - 1)
  expect(screen.getByText('main')).toBeTruthy()
  await pass(1)
  expect(screen.getByText('login')).toBeTruthy()
  await pass(1000)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('stays for a session that ends later than a timer can tell', async () => {
  await act(async () => useSession.setState({ expiresAt: 9_999_999_999_999 }))
  await pass(1000)
  expect(screen.getByText('main')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('goes to login when the page comes back after the end', async () => {
  vi.setSystemTime(Date.now() + LIFETIME_MS)
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByText('login')).toBeTruthy()
})

it('goes to login when anything ends the session', async () => {
  await act(async () => endSession())
  expect(screen.getByText('login')).toBeTruthy()
})
