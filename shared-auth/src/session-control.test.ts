import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { endSession, sessionId, sessionMsLeft, startSession, useSession } from './session'
import { followOtherWindows } from './session-control'
import { post } from './session-messages'
import { takeKept } from './stored-session'

beforeAll(followOtherWindows)
afterEach(() => endSession())

const postSignOut = (token: string) => post({ kind: 'signed-out', token })
const postRenewal = (token: string, idToken: string, expiresAt: number) =>
  post({ kind: 'renewed', token, idToken, expiresAt })
const token = () => useSession.getState().idToken

it('signs out the copies of the session', async () => {
  startSession('t', 'ana')
  postSignOut('t')
  await vi.waitFor(() => expect(token()).toBeNull())
  expect(sessionStorage.getItem('id_token')).toBeNull()
  expect(takeKept('endReason')).toEqual({ kind: 'signed-out-elsewhere' })
  expect(sessionStorage).toHaveLength(0)
})

it('hands the new token to the copies of the session, which stays the same one, for ten minutes at most', async () => {
  startSession('t', 'ana')
  const session = sessionId()
  const expiresAt = Date.now() + 300_000
  postRenewal('t', 'u', expiresAt)
  await vi.waitFor(() => expect(useSession.getState()).toMatchObject({ idToken: 'u', expiresAt }))
  postRenewal('u', 'v', Date.now() + 3_600_000)
  await vi.waitFor(() => expect(token()).toBe('v'))
  expect(sessionMsLeft()).toBeLessThanOrEqual(600_000)
  expect(sessionId()).toBe(session)
})

// Browsers throttle the timers of a window in the background.
it('renews or signs out a copy that has expired, but has not ended yet', async () => {
  startSession('t', 'ana')
  useSession.setState({ expiresAt: Date.now() - 1 })
  postRenewal('t', 'u', Date.now() + 600_000)
  await vi.waitFor(() => expect(token()).toBe('u'))
  expect(sessionMsLeft()).toBeGreaterThan(0)
  useSession.setState({ expiresAt: Date.now() - 1 })
  postSignOut('u')
  await vi.waitFor(() => expect(token()).toBeNull())
})

it('leaves other sessions alone', async () => {
  startSession('t', 'ana')
  const session = sessionId()
  postSignOut('other')
  postRenewal('other', 'u', Date.now() + 600_000)
  // Later than both: messages arrive in order.
  postRenewal('t', 'v', Date.now() + 600_000)
  await vi.waitFor(() => expect(token()).toBe('v'))
  expect(sessionId()).toBe(session)
})
