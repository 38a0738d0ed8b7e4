import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { endSession, sessionId, sessionMsLeft, startSession, useSession } from './session'
import { followOtherWindows, postRenewal, postSignOut } from './session-channel'
import { listenToOtherWindows } from './session-messages'

/** What another window has received. */
let received: unknown[]
let other: BroadcastChannel

beforeAll(listenToOtherWindows)
beforeEach(() => {
  received = []
  other = new BroadcastChannel('canje.session')
  other.onmessage = ({ data }) => received.push(data)
})
afterEach(() => {
  other.close()
  endSession()
})

const token = () => useSession.getState().idToken

// First: nothing follows before.
it('follows what has arrived since the start of the document', async () => {
  startSession('t', 'ana')
  postRenewal('t', 'u', Date.now() + 600_000)
  await vi.waitFor(() => expect(received).toHaveLength(1))
  expect(token()).toBe('t')
  followOtherWindows()
  await vi.waitFor(() => expect(token()).toBe('u'))
  postSignOut('u')
  await vi.waitFor(() => expect(token()).toBeNull())
})

it('signs out the copies of the session', async () => {
  startSession('t', 'ana')
  postSignOut('t')
  await vi.waitFor(() => expect(token()).toBeNull())
  expect(sessionStorage.getItem('id_token')).toBeNull()
  expect(sessionStorage).toHaveLength(0)
  expect(useSession.getState()).toHaveProperty('endReason', { kind: 'signed-out-elsewhere' })
})

it('hands the new token to the copies of the session, which stays the same one', async () => {
  startSession('t', 'ana')
  const session = sessionId()
  const expiresAt = Date.now() + 600_000
  postRenewal('t', 'u', expiresAt)
  await vi.waitFor(() => expect(useSession.getState()).toMatchObject({ idToken: 'u', expiresAt }))
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

it('reduces an expiry that is too far ahead', async () => {
  startSession('t', 'ana')
  postRenewal('t', 'u', Date.now() + 3_600_000)
  await vi.waitFor(() => expect(token()).toBe('u'))
  expect(sessionMsLeft()).toBeLessThanOrEqual(600_000)
  expect(Number(sessionStorage.getItem('expires_at')) - Date.now()).toBeLessThanOrEqual(600_000)
})

it.each([
  { expiresAt: Number.NaN },
  { expiresAt: Number.POSITIVE_INFINITY },
  { expiresAt: '1' },
  { idToken: '' },
  { kind: 'other' },
])('ignores a renewal with %o', async (change) => {
  // Tells the hash of the token.
  postSignOut('t')
  await vi.waitFor(() => expect(received).toHaveLength(1))
  startSession('t', 'ana')
  const renewal = { kind: 'renewed', idToken: 'x', expiresAt: Date.now() + 600_000 }
  other.postMessage({ ...Object(received[0]), ...renewal, ...change })
  postRenewal('t', 'v', Date.now() + 600_000)
  await vi.waitFor(() => expect(token()).toBe('v'))
})

it('leaves other sessions alone', async () => {
  startSession('t', 'ana')
  postSignOut('other')
  postRenewal('other', 'u', Date.now() + 600_000)
  await vi.waitFor(() => expect(received).toHaveLength(2))
  // Later than both: messages arrive in order.
  postRenewal('t', 'v', Date.now() + 600_000)
  await vi.waitFor(() => expect(token()).toBe('v'))
})

it('names a token by its hash', async () => {
  postSignOut('a secret token')
  await vi.waitFor(() => expect(received).toHaveLength(1))
  expect(received).toEqual([{ kind: 'signed-out', tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
})

it.each([null, 'signed-out', { kind: 'signed-out' }])('ignores %j', async (message) => {
  startSession('t', 'ana')
  other.postMessage(message)
  postRenewal('t', 'u', Date.now() + 600_000)
  await vi.waitFor(() => expect(token()).toBe('u'))
})
