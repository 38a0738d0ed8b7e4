import { endSession, prefetchRead, restoreSession } from '@canje/shared-auth/host'
import { sessionForTests } from '@canje/shared-auth/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestRemotes, remote, type TestRemotes, withReleases } from '../testing/test-remotes'
import { recordOpenedTab } from './opened-tabs'
import { tabOutlet } from './outlet'
import { fetchInitialFiles } from './releases/initial-files'

vi.mock('@canje/shared-auth/host', async (original) => ({ ...(await original<object>()), prefetchRead: vi.fn() }))
vi.mock('./releases/initial-files')
/** The module of the styles of other components. */
const loadStyles = vi.hoisted(() => vi.fn(() => ({})))
vi.mock('@canje/shared-ui/other-components.css', () => loadStyles())

const users = remote('usuarios')
const codes = remote('codigos')
const scores = remote('puntaje')
const prefetching = { ...codes, live: { ...codes.live, prefetch: ['SelectCodes'], prefetchByPost: ['SelectScores'] } }
const signIn = () => {
  Object.assign(sessionStorage, sessionForTests())
  restoreSession()
}

let page: TestRemotes

beforeEach(() => {
  vi.mocked(fetchInitialFiles).mockResolvedValue()
  page = createTestRemotes(users, codes, scores)
})
afterEach(() => {
  endSession()
  vi.clearAllMocks()
})

/** Takes a remote out of the menu, and lists it again. */
function forget({ name }: typeof users) {
  const { authority } = page.remotes.store.getState()
  const remotes = authority.remotes.filter((listed) => listed.name !== name)
  page.remotes.store.dispatch({ type: 'authority', authority: { ...authority, remotes } })
  page.remotes.store.dispatch({ type: 'authority', authority })
}
/** Answers the next request of a state. */
const arriving = (remote: typeof users) =>
  vi.mocked(page.remotes.states.refetch).mockImplementation(async (name) => {
    await null
    if (name === remote.name) page.remotes.store.dispatch({ type: 'state', name, state: { status: 'ready', remote } })
  })
const fail = (remote: typeof users) =>
  page.remotes.store.dispatch({
    type: 'failed',
    failure: { ...tabOutlet(remote.name), release: remote.live, error: new Error('mala') },
  })

// First, because a module that has loaded does not load again.
it('loads the styles of other components while the page is busy, and again at the next tab after a failure', async () => {
  document.body.innerHTML = '<div id="root"><table aria-busy="true"></table></div>'
  loadStyles.mockImplementationOnce(() => {
    throw new Error('404')
  })
  const { prefetchOnIdle } = page.remotes.prefetch
  prefetchOnIdle()
  await vi.waitFor(() => expect(loadStyles).toHaveBeenCalledTimes(1))
  prefetchOnIdle()
  await vi.waitFor(() => expect(loadStyles).toHaveBeenCalledTimes(2))
  document.body.replaceChildren()
})

describe('prefetchCode', () => {
  it('fetches the best release, and runs nothing', () => {
    const known = withReleases(codes, '1.1.0', '1.0.0')
    page.register(known)
    fail(known)
    page.remotes.prefetch.prefetchCode(known.name)
    expect(fetchInitialFiles).toHaveBeenCalledExactlyOnceWith(known.previous[0], './Tab')
    expect(page.loader.load).not.toHaveBeenCalled()
  })

  it('fetches the state of a remote that the page does not know yet', async () => {
    forget(codes)
    arriving(codes)
    await page.remotes.prefetch.prefetchCode(codes.name)
    expect(fetchInitialFiles).toHaveBeenCalledExactlyOnceWith(codes.live, './Tab')
  })

  it('fetches a build once, and again after a failure', async () => {
    vi.mocked(fetchInitialFiles).mockRejectedValueOnce(new Error('404'))
    for (let times = 0; times < 3; times++) await page.remotes.prefetch.prefetchCode(codes.name)
    expect(fetchInitialFiles).toHaveBeenCalledTimes(2)
  })

  it('does not fetch a build that is loaded', async () => {
    await page.remotes.prefetch.loadCode(codes.name)
    await page.remotes.prefetch.prefetchCode(codes.name)
    expect(page.loader.load).toHaveBeenCalledExactlyOnceWith(tabOutlet('mf-codigos'), codes.live)
    expect(fetchInitialFiles).not.toHaveBeenCalled()
  })
})

it('sends the requests of a release with a session only', () => {
  page.register(users, prefetching)
  page.remotes.prefetch.prefetchData(prefetching.name)
  expect(prefetchRead).not.toHaveBeenCalled()
  signIn()
  page.remotes.prefetch.prefetchData(prefetching.name)
  page.remotes.prefetch.prefetchData(users.name)
  expect(vi.mocked(prefetchRead).mock.calls).toEqual([
    ['GET', 'SelectCodes'],
    ['POST', 'SelectScores'],
  ])
})

it('sends the requests of a pressed tab before it loads its code', () => {
  page.register(prefetching)
  signIn()
  page.remotes.prefetchPressed(prefetching.name)
  expect(prefetchRead).toHaveBeenCalledTimes(2)
  expect(vi.mocked(prefetchRead).mock.invocationCallOrder.at(-1)).toBeLessThan(
    page.loader.load.mock.invocationCallOrder[0] ?? 0,
  )
})

describe('the tab of the URL', () => {
  it('has its code fetched, which runs once the session is accepted', async () => {
    signIn()
    await page.remotes.prefetchEntry('/main?tab=codigos')
    expect(fetchInitialFiles).toHaveBeenCalledExactlyOnceWith(codes.live, './Tab')
    expect(page.loader.load).not.toHaveBeenCalled()
    await page.remotes.enter('/main?tab=codigos')
    expect(page.loader.load).toHaveBeenCalledExactlyOnceWith(tabOutlet(codes.name), codes.live)
  })

  it('does not run after a session that has ended meanwhile', async () => {
    signIn()
    const entering = page.remotes.enter()
    endSession()
    await entering
    expect(page.loader.load).not.toHaveBeenCalled()
  })
})

describe('prefetchOnIdle', () => {
  const fetched = () => vi.mocked(fetchInitialFiles).mock.calls.map(([{ entry }]) => /mf-(\w+)/.exec(entry)?.[1])
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
    for (const { name } of [scores, codes, users]) recordOpenedTab(name)
    vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run))
  })
  afterEach(() => {
    localStorage.clear()
    performance.clearMarks()
    document.body.replaceChildren()
    document.head.replaceChildren()
    for (const field of ['parts', 'extensions']) Reflect.deleteProperty(codes.live, field)
  })

  it('fetches the code of the tabs that were opened last one at a time, runs none, and fetches no data', async () => {
    let arrive: () => void = () => undefined
    vi.mocked(fetchInitialFiles).mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)))
    prefetchOnIdle()
    expect(fetched()).toEqual([])
    await vi.waitFor(async () => {
      await idle()
      expect(fetched()).toEqual(['usuarios'])
    })
    arrive()
    await untilDone()
    expect(fetched()).toEqual(['usuarios', 'codigos', 'puntaje'])
    expect(page.loader.load).not.toHaveBeenCalled()
    expect(prefetchRead).not.toHaveBeenCalled()
  })

  it('fetches nothing of a tab that this browser has not opened, nor of one that the menu lists no longer', async () => {
    localStorage.clear()
    for (const name of ['mf-otros', 'mf-puntaje']) recordOpenedTab(name)
    prefetchOnIdle()
    await untilDone()
    expect(fetched()).toEqual(['puntaje'])
    expect(page.remotes.states.refetch).not.toHaveBeenCalled()
  })

  it('then fetches the scripts that shell and tabs load on demand, and runs none', async () => {
    document.head.innerHTML = '<meta name="parts" content="/details.js /csv.js" />'
    const fetched = vi.fn(async () => new Response(''))
    vi.stubGlobal('fetch', fetched.mockResolvedValueOnce(new Response('', { status: 404 })))
    const extensions = [{ slot: 'detalle:codigo', preload: ['slot.js'], parts: ['log.js'] }]
    Object.assign(codes.live, { parts: ['history.js', 'log.js'], extensions })
    prefetchOnIdle()
    await untilDone()
    expect(vi.mocked(fetchInitialFiles)).toHaveBeenCalledTimes(3)
    expect(page.loader.load).not.toHaveBeenCalled()
    const ofCodes = ['history.js', 'log.js', 'slot.js'].map((path) => new URL(path, codes.live.entry).href)
    const urls = ['/details.js', '/csv.js', ...ofCodes]
    expect(fetched.mock.calls.map(([url]: unknown[]) => url)).toEqual(urls)
    expect(document.scripts).toHaveLength(0)
  })

  it('waits while something in the page is busy, but for elements of others', async () => {
    document.body.innerHTML = '<div id="root"><table aria-busy="true"></table></div>'
    prefetchOnIdle()
    await idle()
    await idle()
    expect(fetched()).toEqual([])
    document.body.innerHTML = '<div id="root"></div><table aria-busy="true"></table>'
    await untilDone()
    expect(fetched()).toHaveLength(3)
  })

  it('works without requestIdleCallback', async () => {
    Reflect.deleteProperty(window, 'requestIdleCallback')
    vi.useFakeTimers()
    prefetchOnIdle()
    await vi.runAllTimersAsync()
    vi.useRealTimers()
    expect(fetched()).toHaveLength(3)
  })
})

it('prefetches the data of a tab whose state arrives after the press', async () => {
  signIn()
  forget(codes)
  arriving(prefetching)
  page.remotes.prefetchPressed(codes.name)
  page.remotes.activate(tabOutlet(codes.name))
  await vi.waitFor(() => expect(prefetchRead).toHaveBeenCalledWith('GET', 'SelectCodes'))
})
