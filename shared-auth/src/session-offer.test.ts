import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endSession, expireSession, sessionId, startSession, useHostSession, useSession } from './session'
import { followOffers, offerSession, takeSession } from './session-offer'
import { startTestService } from './tests/service'

const CHANNEL = 'canje.session'

const service = startTestService()
/** The channel of another window. */
let other: BroadcastChannel
/** What all windows have received. */
let received: unknown[]
const stops: (() => void)[] = []

beforeEach(() => {
  // The service's reply depends on the token.
  service.onRequest = ({ body }) => {
    if (body.includes('unanswered')) service.reply = 'hang'
    else if (body.includes('refused')) service.reply = { status: 404, body: '' }
    else service.reply = { body: JSON.stringify({ data: { id: body.includes('bad') ? 0 : 1 } }) }
  }
  received = []
  other = new BroadcastChannel(CHANNEL)
  other.addEventListener('message', ({ data }) => received.push(data))
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  other.close()
})

const request = 'request-of-the-test'
const take = { kind: 'take', request, name: 'ana' }
const token = () => useSession.getState().idToken

/** Waits until everything that was posted before has been received. */
async function settled() {
  const mark = new BroadcastChannel(CHANNEL)
  mark.postMessage('mark')
  mark.close()
  await vi.waitFor(() => expect(received).toContain('mark'))
  received = received.filter((message) => message !== 'mark')
}

describe('a page with a session', () => {
  beforeEach(() => {
    startSession('secret', 'ana')
    stops.push(offerSession())
  })

  it('offers its user name only', async () => {
    other.postMessage({ kind: 'ask' })
    await vi.waitFor(() => expect(received).toEqual([{ kind: 'offer', name: 'ana' }]))
  })

  it('hands its session to the page of a pressed offer, and not for another offer', async () => {
    const { idToken, expiresAt } = useSession.getState()
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 20.5)
    for (const name of ['eva', 'ana']) other.postMessage({ ...take, name })
    await vi.waitFor(() => expect(received).toHaveLength(1))
    const session = { idToken, expiresAt: expect.toSatisfy(Number.isInteger), id: sessionId(), name: 'ana' }
    expect(received).toEqual([{ kind: 'handed', request, session }])
    expect(Math.abs(Object(received[0]).session.expiresAt - (expiresAt ?? 0))).toBeLessThan(1000)
  })

  it.each([
    ['a sign-out', () => endSession()],
    ['an expiry', () => expireSession()],
    ['its ten minutes', () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })],
    ['the sign-in of another person', () => startSession('secret', 'eva')],
  ])('hands nothing over after %s', async (_end, end) => {
    end()
    other.postMessage(take)
    await settled()
    expect(received).toEqual([])
  })
})

describe('a page without a session', () => {
  const offersOf = () => {
    const changes: (readonly string[])[] = []
    stops.push(followOffers((names) => changes.push(names)))
    return changes
  }
  const isAsk = (message: unknown) => Object(message).kind === 'ask'
  const asked = () => vi.waitFor(() => expect(received.some(isAsk)).toBe(true))

  it('knows each user once, and asks again once a session has been signed out', async () => {
    const changes = offersOf()
    await asked()
    for (const name of ['ana', 'ana', 'eva']) other.postMessage({ kind: 'offer', name })
    await vi.waitFor(() => expect(changes.at(-1)).toEqual(['ana', 'eva']))
    other.postMessage({ kind: 'signed-out', token: 'x' })
    await vi.waitFor(() => expect(changes.at(-1)).toEqual([]))
    await vi.waitFor(() => expect(received.filter(isAsk)).toHaveLength(2))
  })

  it('asks again once another window has renewed its session, which may have expired here', async () => {
    const changes = offersOf()
    await asked()
    other.postMessage({ kind: 'offer', name: 'ana' })
    other.postMessage({ kind: 'renewed', token: 'x', idToken: 'u', expiresAt: Date.now() + 600_000 })
    await vi.waitFor(() => expect(received.filter(isAsk)).toHaveLength(2))
    // A button with the focus stays.
    expect(changes).toEqual([['ana']])
  })

  /** Presses the offer of Ana. @returns the outcome, and how another window answers */
  async function press() {
    const outcome = takeSession('ana')
    const isTake = (message: unknown) => Object(message).kind === 'take'
    await vi.waitFor(() => expect(received.filter(isTake)).toHaveLength(1))
    const { request } = Object(received.find(isTake))
    return { outcome, answer: (session: object) => other.postMessage({ kind: 'handed', request, session }) }
  }
  const session = () => ({ idToken: 'good', expiresAt: Date.now() + 300_000, id: 'id-of-the-session', name: 'ana' })

  it('continues the same session, for ten minutes at most, and ignores a rejected token and other answers', async () => {
    const { outcome, answer } = await press()
    answer({ ...session(), idToken: 'bad' })
    other.postMessage({ kind: 'handed', request: 'of another page', session: { ...session(), id: 'other' } })
    answer({ ...session(), expiresAt: Date.now() + 3_600_000_000 })
    expect(await outcome).toBe(true)
    expect([token(), sessionId(), useHostSession.getState().name]).toEqual(['good', 'id-of-the-session', 'ana'])
    expect(sessionStorage.getItem('id_token')).toBe('good')
    expect(Number(sessionStorage.getItem('expires_at')) - Date.now()).toBeLessThanOrEqual(600_000)
  })

  it('does not continue a session that is signed out before the service has accepted it', async () => {
    const { outcome, answer } = await press()
    answer({ ...session(), idToken: 'unanswered' })
    await vi.waitFor(() => expect(service.requests).toHaveLength(1))
    other.postMessage({ kind: 'signed-out', token: 'x' })
    expect(await outcome).toBe(false)
    expect(token()).toBeNull()
  })

  it('says why the service could not confirm the session', async () => {
    const { outcome, answer } = await press()
    answer({ ...session(), idToken: 'refused' })
    expect(await outcome).toMatchObject({ kind: 'refused' })
    expect(token()).toBeNull()
  })

  it('keeps a session that has begun meanwhile', async () => {
    const { outcome, answer } = await press()
    startSession('own', 'eva')
    answer(session())
    expect(await outcome).toBe(false)
    expect(token()).toBe('own')
  })

  it('gives up when no page answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const outcome = takeSession('ana')
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    expect(await outcome).toBe(false)
    expect(token()).toBeNull()
  })
})
