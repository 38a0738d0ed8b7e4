import type { Authority, RegisteredRemote } from '@canje/registry'
import { createTestKey } from '@canje/registry/testing'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedState, startTestStore, type TestStore, trusting } from '../../testing/signed-states'
import { remote as registered, withReleases } from '../../testing/test-remotes'
import { tabOutlet } from '../outlet'
import { createRemotesStore, type RemotesStore, usableReleases } from '../store'
import type { TelemetryEvent } from '../telemetry/event'
import { createStates, type States } from './states'

const users = withReleases(registered('usuarios'), '1.0.0')
const newer = withReleases(users, '1.1.0', '1.0.0')
const authority = trusting(users)

const KEY = `canje.state/store-1/${users.name}/1`
/** What the browser keeps of the remote. */
const kept = () => JSON.parse(localStorage.getItem(KEY) ?? '')

let server: TestStore
/** The store of the last opened page. */
let page: RemotesStore
let states: States
let reports: TelemetryEvent[]

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  reports = []
  server = await startTestStore(users)
})
afterEach(() => localStorage.clear())

/** Opens a page. */
function start(of: Authority = authority) {
  page = createRemotesStore(of)
  const report = (event: TelemetryEvent) => void reports.push(event)
  states = createStates(page, server.url, report)
}
/** Lets the next request wait. @returns the function that responds to it */
function delayResponse() {
  let respond: (body: string) => void = () => undefined
  const response = new Promise<Response>((resolve) => {
    respond = (body) => resolve(new Response(body))
  })
  vi.spyOn(globalThis, 'fetch').mockReturnValueOnce(response)
  return respond
}
/** @returns the live version, or what is known instead */
function shown() {
  const state = page.getState().states[users.name]
  return state?.status === 'ready' ? (state.remote?.live.version ?? 'not available') : (state?.status ?? 'unknown')
}
async function refetched() {
  await states.refetch(users.name)
  return shown()
}
/** Opens a new page. @returns what it shows */
async function opened(of = authority) {
  start(of)
  return refetched()
}
/** Opens a page with a request that has no response before `respond` gives it one. */
async function openSlowly() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const respond = delayResponse()
  start()
  const needed = states.need(users.name)
  await vi.advanceTimersByTimeAsync(4999)
  expect(shown()).toBe('unknown')
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  return { respond, needed }
}

it('provides the releases of a signed state', async () => {
  start()
  expect([shown(), states.facts()]).toEqual(['unknown', []])
  expect(await refetched()).toBe('1.0.0')
  expect(states.facts()).toEqual([{ name: users.name, epoch: 1, n: 1, confirmedAt: expect.any(Number) }])
  expect(console.error).not.toHaveBeenCalled()
  expect(reports).toEqual([])
})

it('shares one request among concurrent calls', async () => {
  start()
  await Promise.all([states.refetch(users.name), states.refetch(users.name), states.refetch(users.name)])
  expect(server.requests.map(({ path }) => path)).toEqual([`/${users.name}/live.json`])
  await states.refetch(users.name)
  expect(server.requests).toHaveLength(2)
})

it('asks the server whether the state is still the newest, for 15 s', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const limit = vi.spyOn(AbortSignal, 'timeout')
  await opened()
  expect(limit).toHaveBeenCalledExactlyOnceWith(15_000)
  expect(fetched).toHaveBeenCalledExactlyOnceWith(expect.any(String), expect.objectContaining({ cache: 'no-cache' }))
})

it('verifies an unchanged state once per page, and not its stored copy', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify')
  await opened()
  await refetched()
  expect(verify).toHaveBeenCalledOnce()
  await opened()
  expect(verify).toHaveBeenCalledTimes(2)
})

it('clears the failures of a remote once it has another live release', async () => {
  await opened()
  page.dispatch({ type: 'failed', failure: { ...tabOutlet(users.name), release: users.live, error: new Error('404') } })
  await server.release(2, users)
  await refetched()
  expect(usableReleases(page.getState(), users, tabOutlet(users.name))).toEqual([])
  await server.release(3, newer)
  await refetched()
  expect(usableReleases(page.getState(), users, tabOutlet(users.name))).toEqual([users.live])
})

describe('a failed request', () => {
  it('fails a page without a last good state, is logged once, and the next one recovers', async () => {
    server.reply(users.name, 'disconnect')
    expect(await opened()).toBe('failed')
    await refetched()
    expect(console.error).toHaveBeenCalledOnce()
    expect(reports).toEqual([])
    await server.release(1, users)
    expect(await refetched()).toBe('1.0.0')
  })

  it('leaves the last good state, of this page or of an earlier one', async () => {
    await opened()
    server.reply(users.name, 'disconnect')
    expect(await refetched()).toBe('1.0.0')
    expect(await opened()).toBe('1.0.0')
    expect(states.facts()).toMatchObject([{ n: 1, confirmedAt: undefined }])
    expect(reports).toEqual([])
  })

  it.each([404, 403])('of the status %d is reported when the browser has seen a state', async (status) => {
    await opened()
    server.reply(users.name, { status, body: '' })
    expect(await refetched()).toBe('1.0.0')
    expect(reports).toMatchObject([{ type: 'state-refused', remote: users.name, rule: 'absent' }])
    localStorage.clear()
    expect(await opened()).toBe('not available')
    expect(reports).toHaveLength(1)
  })
})

describe('the stored state', () => {
  it('is used after five seconds without a response, which counts at the next attempt', async () => {
    await opened()
    const { respond, needed } = await openSlowly()
    await waitFor(() => expect(shown()).toBe('1.0.0'))
    expect(states.refetchUnlessFresh(users.name)).toBeUndefined()
    expect(reports).toEqual([{ type: 'state-slow', remote: users.name, reason: expect.stringContaining('5 s') }])
    expect(await needed).toBeUndefined()
    respond(await signedState(2, newer))
    expect(await refetched()).toBe('1.1.0')
    expect(await opened()).toBe('1.1.0')
  })

  it('is not one that a newer state has replaced, which the browser could not store', async () => {
    await opened()
    const { setItem } = Storage.prototype
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (key === KEY && 'text' in JSON.parse(value)) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    })
    await server.release(7, newer)
    expect(await refetched()).toBe('1.1.0')
    server.reply(users.name, 'disconnect')
    expect(await opened()).toBe('failed')
  })

  it('does not replace the state of the page when a later request is slow', async () => {
    await opened()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    server.reply(users.name, 'hang')
    const before = page.getState()
    states.refetch(users.name)
    await vi.advanceTimersByTimeAsync(5000)
    expect(page.getState()).toBe(before)
    expect(reports).toEqual([])
  })

  it.each([
    ['was tampered with', (text: string) => text.replace('1.0.0', '6.6.6')],
    ['is of another remote', () => signedState(1, registered('codigos'))],
  ])('is not used when it %s', async (_name, change) => {
    await opened()
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), text: await change(kept().text) }))
    server.reply(users.name, 'disconnect')
    expect(await opened()).toBe('failed')
  })

  it.each(['getItem', 'setItem'] as const)('is optional in a browser whose storage denies %s', async (method) => {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    await server.release(2, newer)
    expect(await opened()).toBe('1.1.0')
    await server.release(1, users)
    expect(await refetched()).toBe('1.1.0')
    expect(reports).toMatchObject([{ rule: 'older' }])
  })

  it('is never lowered by another window, whatever both have requested', async () => {
    await server.release(2, newer)
    await opened()
    const first = { page, states }
    await server.release(3, withReleases(users, '1.2.0', '1.1.0'))
    await opened()
    // The first window has a request under way whose response is older.
    await server.release(2, withReleases(users, '1.1.0'))
    await first.states.refetch(users.name)
    server.reply(users.name, 'disconnect')
    expect(await opened()).toBe('1.2.0')
    expect(kept().seen).toMatchObject({ n: 3 })
  })

  it('is never lowered by a window that was verifying while another one stored a newer state', async () => {
    await server.release(2, newer)
    start()
    const verify = crypto.subtle.verify.bind(crypto.subtle)
    vi.spyOn(crypto.subtle, 'verify').mockImplementationOnce(async (...input) => {
      localStorage.setItem(KEY, JSON.stringify({ withdrawn: [], seen: { n: 3, hash: 'sha256-' } }))
      return verify(...input)
    })
    await refetched()
    expect(kept().seen).toMatchObject({ n: 3 })
  })
})

/** A menu with this listing of the remote. */
function menuWith(changes: object, operatorKeys = authority.operatorKeys): Authority {
  return { ...authority, operatorKeys, remotes: authority.remotes.map((listed) => ({ ...listed, ...changes })) }
}

describe('an open page whose configuration changes', () => {
  const verified = async (to: Authority) => {
    page.dispatch({ type: 'authority', authority: to })
    await states.verifyAgain()
    return shown()
  }
  const signedBy = (
    key: Awaited<ReturnType<typeof createTestKey>>,
    n: number,
    released: RegisteredRemote,
    changes = {},
  ) => signedState(n, released, changes, key)

  it('accepts what a new key has signed, and shows nothing of a key that is trusted no longer', async () => {
    const key = await createTestKey()
    server.reply(users.name, { body: await signedBy(key, 1, users) })
    expect(await opened()).toBe('not available')
    expect(await verified(menuWith({ keys: [key.publicKey] }))).toBe('1.0.0')
    expect(await verified(authority)).toBe('not available')
  })

  it('never loses a tab whose key was replaced, in the store too, while the page slept', async () => {
    const [key, next] = [await createTestKey(), await createTestKey()]
    server.reply(users.name, { body: await signedBy(key, 1, users) })
    expect(await opened(menuWith({ keys: [key.publicKey] }))).toBe('1.0.0')
    server.reply(users.name, { body: await signedBy(next, 2, newer) })
    const missed: unknown[] = []
    page.subscribe(() => missed.push(shown()))
    expect(await verified(menuWith({ keys: [next.publicKey] }))).toBe('1.1.0')
    expect(missed).not.toContain('not available')
  })

  it('verifies the stored state again while the store does not respond', async () => {
    const key = await createTestKey()
    const trusted = menuWith({ keys: [key.publicKey] })
    server.reply(users.name, { body: await signedBy(key, 1, users) })
    await opened(trusted)
    server.reply(users.name, 'disconnect')
    expect(await opened(trusted)).toBe('1.0.0')
    expect(await verified(authority)).toBe('failed')
  })

  it('is not available in a new epoch until its first state, which starts at 1 after a theft', async () => {
    const stolen = await createTestKey()
    const before = menuWith({ keys: [stolen.publicKey] })
    server.reply(users.name, { body: await signedBy(stolen, Number.MAX_SAFE_INTEGER, newer) })
    expect(await opened(before)).toBe('1.1.0')
    await server.release(2, users)
    expect(await refetched()).toBe('1.1.0')
    expect(await verified(menuWith({ epoch: 2 }))).toBe('not available')
    expect(await opened(menuWith({ epoch: 2 }))).toBe('not available')
    server.reply(users.name, { body: await signedState(1, users, { epoch: 2 }) })
    expect(await refetched()).toBe('1.0.0')
    expect(kept()).toMatchObject({ seen: { n: Number.MAX_SAFE_INTEGER } })
    server.reply(users.name, 'disconnect')
    expect(await opened(menuWith({ epoch: 2 }))).toBe('1.0.0')
  })

  it('uses nothing of a former epoch while the first state of the new one is requested', async () => {
    await opened()
    server.reply(users.name, 'hang')
    page.dispatch({ type: 'authority', authority: menuWith({ epoch: 2 }) })
    expect(shown()).toBe('unknown')
  })

  it('ignores a response that arrives for keys which are trusted no longer', async () => {
    const key = await createTestKey()
    const respond = delayResponse()
    start(menuWith({ keys: [key.publicKey] }))
    const late = states.refetch(users.name)
    await server.release(1, users)
    expect(await verified(authority)).toBe('1.0.0')
    respond(await signedBy(key, 2, newer))
    await late
    expect(shown()).toBe('1.0.0')
  })
})

describe('a page with two remotes', () => {
  const codes = registered('codigos')
  const both = trusting(users, codes)
  const requests = () => server.requests.map(({ path }) => path)
  const pathOf = ({ name }: RegisteredRemote) => `/${name}/live.json`
  const known = () => Object.keys(page.getState().states)
  const change = (to: Authority) => {
    page.dispatch({ type: 'authority', authority: to })
    return states.verifyAgain()
  }
  beforeEach(async () => {
    await server.release(1, codes)
    start(both)
  })

  it('fetches the state of each when it is needed', async () => {
    await states.need(codes.name)
    await states.need(codes.name)
    expect(requests()).toEqual([pathOf(codes)])
    expect(known()).toEqual([codes.name])
  })

  it('forgets one that is listed no longer, and fetches its state once it is listed again', async () => {
    await Promise.all([states.need(users.name), states.need(codes.name)])
    await change(authority)
    expect(known()).toEqual([users.name])
    await change(both)
    await states.need(codes.name)
    expect(known()).toEqual([users.name, codes.name])
    expect(requests()).toHaveLength(3)
  })

  it('ignores the response of one that was taken out of the menu meanwhile', async () => {
    const fetching = states.refetch(codes.name)
    page.dispatch({ type: 'authority', authority })
    await fetching
    expect(known()).toEqual([])
  })

  it('verifies again what a new configuration concerns, and fetches no other state', async () => {
    await Promise.all([states.need(users.name), states.need(codes.name)])
    const { publicKey } = await createTestKey()
    const remotes = both.remotes.map((one) => (one.name === codes.name ? { ...one, keys: [publicKey] } : one))
    await change({ ...both, remotes })
    expect(requests().slice(2)).toEqual([pathOf(codes)])
  })
})
