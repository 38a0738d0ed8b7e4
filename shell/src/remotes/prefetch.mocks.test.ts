import { endSession, useSession } from '@canje/shared-auth'
import { prefetchRead } from '@canje/shared-auth/host'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestRemotes, remote, type TestRemotes, withReleases } from '../testing/test-remotes'

vi.mock('@canje/shared-auth/host')

const users = remote('usuarios', 1)
const codes = remote('codigos', 2)
const scores = remote('puntaje', 3)
const prefetching = { ...codes, live: { ...codes.live, prefetch: ['SelectCodes'], prefetchByPost: ['SelectScores'] } }
const Tab = () => null
const signIn = () => useSession.setState({ idToken: 't', expiresAt: Date.now() + 60_000 })

let page: TestRemotes

beforeEach(() => {
  page = createTestRemotes(users, codes, scores)
})
afterEach(() => {
  endSession()
  vi.clearAllMocks()
})

const fail = (remote: typeof users) =>
  page.remotes.store.dispatch({ type: 'failed', remote: remote.name, release: remote.live, reason: 'mala' })

describe('prefetchCode', () => {
  it('loads the best candidate', () => {
    const known = withReleases(codes, '1.1.0', '1.0.0')
    fail(known)
    page.remotes.prefetch.prefetchCode(known)
    expect(page.loader.load).toHaveBeenCalledExactlyOnceWith('mf-codigos', known.previous[0])
  })
})

describe('prefetchData', () => {
  it('sends the requests of a release with a session only', () => {
    page.remotes.prefetch.prefetchData(prefetching)
    expect(prefetchRead).not.toHaveBeenCalled()
    signIn()
    page.remotes.prefetch.prefetchData(prefetching)
    page.remotes.prefetch.prefetchData(users)
    expect(vi.mocked(prefetchRead).mock.calls).toEqual([
      ['GET', 'SelectCodes'],
      ['POST', 'SelectScores'],
    ])
  })

  it('sends the requests of the best candidate', () => {
    signIn()
    const known = withReleases(codes, '1.1.0', '1.0.0')
    const [before] = known.previous
    Object.assign(known.live, { prefetch: ['SelectScores'] })
    if (before) before.prefetch = ['SelectCodes']
    fail(known)
    page.remotes.prefetch.prefetchData(known)
    expect(vi.mocked(prefetchRead).mock.calls).toEqual([['GET', 'SelectCodes']])
  })
})

describe('a pressed tab', () => {
  it('sends its requests before loading its code', () => {
    signIn()
    page.remotes.prefetchPressed(prefetching)
    expect(prefetchRead).toHaveBeenCalledTimes(2)
    expect(vi.mocked(prefetchRead).mock.invocationCallOrder.at(-1)).toBeLessThan(
      page.loader.load.mock.invocationCallOrder[0] ?? 0,
    )
  })

  it('sends no request while it is mounted, but loads its code', () => {
    signIn()
    const mount = { key: 'k', remote: prefetching, release: prefetching.live, Tab }
    page.remotes.store.dispatch({ type: 'open', remote: prefetching.name, opening: 1 })
    page.remotes.store.dispatch({ type: 'loaded', opening: 1, mount })
    page.remotes.mounted(mount)
    page.remotes.prefetchPressed(prefetching)
    expect(prefetchRead).not.toHaveBeenCalled()
    expect(page.loader.load).toHaveBeenCalledTimes(1)
  })

  it('sends no request without a candidate', () => {
    signIn()
    fail(prefetching)
    page.remotes.prefetchPressed(prefetching)
    expect(prefetchRead).not.toHaveBeenCalled()
    expect(page.loader.load).not.toHaveBeenCalled()
  })
})

describe('the tab of the URL', () => {
  afterEach(() => history.replaceState(null, '', '/'))

  it.each([
    ['/main', users],
    ['/main?tab=codigos', codes],
    ['/main?tab=nada', users],
  ])('%s selects the tab whose code is loaded, by default the first', async (url, expected) => {
    history.replaceState(null, '', url)
    await page.remotes.prefetchEntryCode()
    expect(page.loader.load).toHaveBeenCalledExactlyOnceWith(expected.name, expected.live)
  })

  it('waits for the registry', async () => {
    page.remotes.store.dispatch({ type: 'registry', registry: { status: 'loading' } })
    const prefetched = page.remotes.prefetchEntryCode()
    expect(page.loader.load).not.toHaveBeenCalled()
    page.register(users)
    await prefetched
    expect(page.loader.load).toHaveBeenCalledTimes(1)
  })
})

describe('prefetchOnIdle', () => {
  const tab = { default: Tab }
  const loaded = () => page.loader.load.mock.calls.map(([name]) => name)
  const isDone = () => performance.getEntriesByName('tabs-loaded').length > 0
  const prefetchOnIdle = () => page.remotes.prefetch.prefetchOnIdle()

  /** Callbacks that wait for an idle browser. */
  let waiting: (() => void)[]
  const idle = async () => {
    for (const run of waiting.splice(0)) run()
    await Promise.resolve()
  }
  const untilDone = () =>
    vi.waitFor(async () => {
      await idle()
      expect(isDone()).toBe(true)
    })

  beforeEach(() => {
    waiting = []
    vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    performance.clearMarks()
    document.body.replaceChildren()
  })

  it('loads the code of every tab one at a time, and no data', async () => {
    let arrive: (module: typeof tab) => void = () => undefined
    page.loader.load.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)))
    prefetchOnIdle()
    expect(loaded()).toEqual([])
    await idle()
    await idle()
    expect(loaded()).toEqual(['mf-usuarios'])
    arrive(tab)
    await untilDone()
    expect(loaded()).toEqual(['mf-usuarios', 'mf-codigos', 'mf-puntaje'])
    expect(prefetchRead).not.toHaveBeenCalled()
  })

  it('waits while something in the page is busy', async () => {
    document.body.innerHTML = '<table aria-busy="true"></table>'
    prefetchOnIdle()
    await idle()
    await idle()
    expect(loaded()).toEqual([])
    document.body.innerHTML = '<table aria-busy="false"></table>'
    await untilDone()
    expect(loaded()).toHaveLength(3)
  })

  it('continues after a tab that fails to load', async () => {
    page.loader.load.mockRejectedValueOnce(new Error('404'))
    prefetchOnIdle()
    await untilDone()
    expect(loaded()).toHaveLength(3)
  })

  it('runs once per page', async () => {
    prefetchOnIdle()
    await untilDone()
    prefetchOnIdle()
    expect(waiting).toEqual([])
  })

  it('loads nothing with Save-Data', () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } })
    prefetchOnIdle()
    expect(waiting).toEqual([])
  })

  it('works without requestIdleCallback', async () => {
    Reflect.deleteProperty(window, 'requestIdleCallback')
    vi.useFakeTimers()
    prefetchOnIdle()
    await vi.runAllTimersAsync()
    vi.useRealTimers()
    expect(loaded()).toHaveLength(3)
  })
})
