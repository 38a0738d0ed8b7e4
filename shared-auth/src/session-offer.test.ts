import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followOffers, takeSession } from './continue-session'
import { configureServices } from './service-urls'
import { endSession, expireSession, sessionId, sessionName, startSession, useSession } from './session'
import { offerSession } from './session-offer'
import { startTestServer } from './testing/server'

const CHANNEL = 'canje.session'

let server: Awaited<ReturnType<typeof startTestServer>>
/** The channel of another window. */
let other: BroadcastChannel
/** What all windows have received. */
let received: unknown[]
const stops: (() => void)[] = []

beforeEach(async () => {
  // The service's reply depends on the token.
  server = await startTestServer(({ body }) => {
    if (body.includes('unanswered')) return 'hang'
    if (body.includes('refused')) return { status: 404, body: '' }
    return { body: JSON.stringify({ data: { id: body.includes('bad') ? 0 : 1 } }) }
  })
  configureServices({ securityUrl: server.url, apiUrl: server.url })
  received = []
  other = new BroadcastChannel(CHANNEL)
  other.addEventListener('message', ({ data }) => received.push(data))
})
afterEach(async () => {
  vi.useRealTimers()
  for (const stop of stops.splice(0)) stop()
  other.close()
  endSession()
  await server.close()
})

const page = 'page-of-the-test-000'
const request = 'request-of-the-test-0'
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

  function answers() {
    const answer = new BroadcastChannel(`${CHANNEL}.${request}`)
    const list: unknown[] = []
    answer.addEventListener('message', ({ data }) => list.push(data))
    stops.push(() => answer.close())
    return list
  }

  it('offers its user name only', async () => {
    other.postMessage({ kind: 'ask', page })
    await vi.waitFor(() => expect(received).toEqual([{ kind: 'offer', page, name: 'ana' }]))
  })

  it('hands its session to the page of a pressed offer only', async () => {
    const list = answers()
    const { idToken, expiresAt } = useSession.getState()
    other.postMessage({ kind: 'take', page, request, name: 'ana' })
    await ask('page-of-the-test-111')
    await settled()
    expect(list).toEqual([])
    await ask(page)
    for (let times = 0; times < 2; times++) other.postMessage({ kind: 'take', page, request, name: 'ana' })
    await vi.waitFor(() => expect(list).toHaveLength(1))
    await settled()
    expect(list).toEqual([{ idToken, expiresAt: expect.any(Number), id: sessionId(), name: 'ana' }])
    expect(Math.abs(Object(list[0]).expiresAt - (expiresAt ?? 0))).toBeLessThan(1000)
    expect(JSON.stringify(received)).not.toContain('secret')
  })

  /** Asks, and waits for the offer: what `other` has posted before has been handled then. */
  async function ask(page: string) {
    other.postMessage({ kind: 'ask', page })
    await vi.waitFor(() => expect(received).toContainEqual({ kind: 'offer', page, name: 'ana' }))
  }

  it.each([
    { kind: 'take', page, request, name: 'eva' },
    { kind: 'take', page, request },
    { kind: 'take', page, request: 7, name: 'ana' },
    { kind: 'take', page, request: 'x'.repeat(1_000_000), name: 'ana' },
    { kind: 'take', request, name: 'ana' },
    { kind: 'ask' },
    { kind: 'ask', page: { toString: null } },
    null,
    'take',
    [],
  ])('ignores %j', async (message) => {
    const list = answers()
    await ask(page)
    received = []
    other.postMessage(message)
    await ask('page-of-the-test-111')
    expect(received).toHaveLength(1)
    await settled()
    expect(list).toEqual([])
  })

  it.each([
    ['a sign-out', () => endSession()],
    ['an expiry', () => expireSession()],
    ['its ten minutes', () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })],
    ['the sign-in of another person', () => startSession('secret', 'eva')],
  ])('hands nothing over after %s', async (_end, end) => {
    const list = answers()
    await ask(page)
    end()
    other.postMessage({ kind: 'take', page, request, name: 'ana' })
    await settled()
    expect(list).toEqual([])
  })
})

describe('a page without a session', () => {
  const offersOf = () => {
    const changes: (readonly string[])[] = []
    stops.push(followOffers((names) => changes.push(names)))
    return changes
  }
  const isAsk = (message: unknown) => Object(message).kind === 'ask'
  /** The page that asks. */
  const asking = async () => {
    await vi.waitFor(() => expect(received.some(isAsk)).toBe(true))
    return Object(received.find(isAsk)).page
  }

  it('knows each user once, and none of another page or of an impossible name', async () => {
    const changes = offersOf()
    const page = await asking()
    const names = ['ana', 'ana', 'eva', '', ' ', 7, null, 'x'.repeat(10_000)]
    for (const name of names) other.postMessage({ kind: 'offer', page, name })
    other.postMessage({ kind: 'offer', page: 'another', name: 'leo' })
    other.postMessage({ kind: 'offer', page, name: 'zoe' })
    await vi.waitFor(() => expect(changes.at(-1)).toEqual(['ana', 'eva', 'zoe']))
  })

  it('asks again once a session has been signed out', async () => {
    const changes = offersOf()
    const page = await asking()
    other.postMessage({ kind: 'offer', page, name: 'ana' })
    await vi.waitFor(() => expect(changes.at(-1)).toEqual(['ana']))
    other.postMessage({ kind: 'signed-out', tokenHash: 'x' })
    await vi.waitFor(() => expect(changes.at(-1)).toEqual([]))
    await vi.waitFor(() => expect(received.filter(isAsk)).toHaveLength(2))
  })

  it('asks again once another window has renewed its session, which may have expired here', async () => {
    const changes = offersOf()
    const page = await asking()
    other.postMessage({ kind: 'offer', page, name: 'ana' })
    other.postMessage({ kind: 'renewed', tokenHash: 'x', idToken: 'u', expiresAt: Date.now() + 600_000 })
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
    const channel = new BroadcastChannel(`${CHANNEL}.${request}`)
    stops.push(() => channel.close())
    return { outcome, answer: (message: unknown) => channel.postMessage(message) }
  }
  const session = () => ({ idToken: 'good', expiresAt: Date.now() + 300_000, id: 'id-of-the-session', name: 'ana' })

  it('continues the same session, and ignores broken and rejected answers before', async () => {
    const { outcome, answer } = await press()
    const broken = [
      null,
      'good',
      { ...session(), idToken: '' },
      { ...session(), idToken: 7 },
      { ...session(), expiresAt: '1' },
      { ...session(), id: 'x'.repeat(10_000) },
      { ...session(), name: 'eva' },
      { ...session(), idToken: 'bad' },
    ]
    for (const message of broken) answer(message)
    answer({ ...session(), expiresAt: Date.now() + 3_600_000_000 })
    expect(await outcome).toBe(true)
    expect([token(), sessionId(), sessionName()]).toEqual(['good', 'id-of-the-session', 'ana'])
    expect(sessionStorage.getItem('id_token')).toBe('good')
    expect(Number(sessionStorage.getItem('expires_at')) - Date.now()).toBeLessThanOrEqual(600_000)
  })

  it('does not continue a session that is signed out before the service has accepted it', async () => {
    const { outcome, answer } = await press()
    answer({ ...session(), idToken: 'unanswered' })
    await vi.waitFor(() => expect(server.requests).toHaveLength(1))
    other.postMessage({ kind: 'signed-out', tokenHash: 'x' })
    expect(await outcome).toBe(false)
    expect(token()).toBeNull()
  })

  it('says why the service could not confirm the session', async () => {
    const { outcome, answer } = await press()
    answer({ ...session(), idToken: 'refused' })
    expect(await outcome).toMatchObject({ kind: 'refused' })
    expect(token()).toBeNull()
  })

  it('takes nothing without a press', async () => {
    offersOf()
    const page = await asking()
    other.postMessage({ kind: 'session', page, ...session() })
    other.postMessage({ kind: 'renewed', tokenHash: '', ...session() })
    await settled()
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
