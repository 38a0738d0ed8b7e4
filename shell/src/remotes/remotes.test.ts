import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedState, trusting } from '../testing/signed-states'
import { createTestLoader, remote as registered, withReleases } from '../testing/test-remotes'
import { openedTabs } from './opened-tabs'
import { type Mount, mountOf, slotOutlet, tabOutlet } from './outlet'
import { createRemotes, type Remotes } from './remotes'
import { outletOf } from './store'

const known = registered('usuarios')
const newer = withReleases(known, '1.1.0')
const codes = registered('codigos')
const others = Array.from({ length: 20 }, (_, index) => registered(`otra${index}`))

/** The response to a request of the state of usuarios. */
let respond: () => Promise<Response>
const authority = trusting(known, codes, ...others)
const naming = async (n: number, remote = known) => new Response(await signedState(n, remote))
const fetchMock = vi.fn((_url: string) => respond())
const urls = () => fetchMock.mock.calls.map(([url]) => url)
const stateOf = ({ name }: typeof known) => `http://store.test/${name}/live.json`
/** Verification is not by timers. */
const waitFor = (isMet: () => boolean) => vi.waitFor(() => expect(isMet()).toBe(true), { interval: 1 })
const isReady = () => remotes.store.getState().states[known.name]?.status === 'ready'
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let loader: ReturnType<typeof createTestLoader>
let remotes: Remotes
type Opening = 'activate' | 'retry'
const rendered = ({ name } = known): Mount | undefined => mountOf(outletOf(remotes.store.getState(), tabOutlet(name)))
/** Opens a tab. @returns the rendered remote */
async function open(how: Opening, remote = known) {
  const outlet = tabOutlet(remote.name)
  remotes.store.dispatch({ type: 'close', outlet })
  remotes[how](outlet)
  await waitFor(() => outletOf(remotes.store.getState(), outlet).status !== 'loading')
  return rendered(remote)?.remote
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
  loader = createTestLoader()
  remotes = createRemotes({ storeUrl: 'http://store.test', authority, createLoader: () => loader })
  respond = async () => naming(1)
  remotes.prefetchEntry()
  await waitFor(isReady)
  respond = async () => naming(2, newer)
  fetchMock.mockClear()
})
afterEach(() => {
  history.replaceState(null, '', '/')
  localStorage.clear()
})

describe.each<[string, Opening]>([
  ['a tab that opens', 'activate'],
  ['Reintentar', 'retry'],
])('%s', (_name, how) => {
  const openTab = (remote = known) => open(how, remote)
  beforeEach(() => advance(2000))

  it('mounts the release that has replaced the known one', async () => {
    expect(await openTab(known)).toMatchObject({ live: { version: '1.1.0' } })
  })

  it('waits for its state within its limit', async () => {
    respond = () => new Promise(() => undefined)
    remotes[how](tabOutlet(known.name))
    await advance(299)
    expect(rendered()).toBeUndefined()
    await advance(1)
    expect(rendered()?.remote.name).toBe(known.name)
  })

  it('opens and fetches nothing of a remote that the menu does not list', async () => {
    expect(await openTab(registered('nadie'))).toBeUndefined()
    expect(loader.load).not.toHaveBeenCalled()
    expect(urls()).toEqual([])
  })

  it('fetches its own state only, however many remotes the menu lists', async () => {
    await openTab(known)
    expect(urls().filter((url) => url.endsWith('/live.json'))).toEqual([stateOf(known)])
  })
})

describe('a fresh state', () => {
  it('is not fetched again for a tab that opens', async () => {
    await advance(1900)
    expect(await open('activate')).toMatchObject({ live: { version: '1.0.0' } })
    expect(urls()).not.toContain(stateOf(known))
  })

  it('is fetched again for Reintentar, which tries a release again that failed before', async () => {
    loader.load.mockRejectedValueOnce(new Error('404'))
    expect(await open('retry')).toBeUndefined()
    expect(await open('retry')).toMatchObject({ live: { version: '1.1.0' } })
  })
})

it.each([600, 2000])(
  'fetches a state of %i ms once during the guard, for the tab that `/main` opens first',
  async (age) => {
    await advance(age)
    await remotes.prefetchEntry()
    expect(urls().filter((url) => url === stateOf(known))).toHaveLength(1)
    await advance(1500)
    expect(await open('activate')).toMatchObject({ live: { version: '1.1.0' } })
    expect(urls().filter((url) => url === stateOf(known))).toHaveLength(1)
  },
)

it.each([
  ['the page', '/main?tab=codigos'],
  ['the page, in capitals and with a full stop', '/main?tab=CODIGOS.'],
  ['the return path of the login screen', '/login#volver=%2Fmain%3Ftab%3Dcodigos%23q%3Dluis'],
  ['the kept view of a person who has signed in', '/login', '/main?tab=codigos'],
])('fetches the state of the tab of %s, and no other', async (_what, url, path?: string) => {
  history.replaceState(null, '', url)
  await Promise.all([remotes.prefetchEntry(path), remotes.enter(path)])
  expect(urls()).toEqual([stateOf(codes)])
})

it('records the tabs that it opens', async () => {
  await open('activate', known)
  remotes.activate(slotOutlet(codes.name, 'detalle:codigo', 'r1'))
  expect(openedTabs()).toEqual([known.name])
})

it('fetches configuration, preview, and the states of the open tab and of mounted slots again on a refresh', async () => {
  remotes.activate(tabOutlet(codes.name))
  await open('activate', known)
  const outlet = slotOutlet(codes.name, 'detalle:codigo', 'r1')
  const mount = { key: 'k', outlet, remote: codes, release: codes.live, module: { default: () => null } }
  remotes.store.dispatch({ type: 'open', outlet, attempt: 99 })
  remotes.store.dispatch({ type: 'loaded', attempt: 99, mount })
  const refetch = vi.spyOn(remotes.preview, 'refetch')
  await refreshes('/config.json', stateOf(known))
  remotes.store.dispatch({ type: 'mounted', mount })
  await refreshes('/config.json', stateOf(known), stateOf(codes))
  expect(refetch).toHaveBeenCalled()

  /** Once earlier requests have ended. */
  function refreshes(...expected: string[]) {
    return vi.waitFor(
      () => {
        fetchMock.mockClear()
        remotes.refresh()
        expect(urls()).toEqual(expected)
      },
      { interval: 1 },
    )
  }
})

it('fetches the configuration again for a sign-in long after the page was loaded', async () => {
  const configurations = () => urls().filter((url) => url === '/config.json').length
  await remotes.enter()
  expect(configurations()).toBe(0)
  await advance(60_000)
  await remotes.enter()
  expect(configurations()).toBe(1)
})

it('fetches a state again that failed before the sign-in', async () => {
  remotes.store.dispatch({ type: 'state', name: known.name, state: { status: 'failed', fault: { kind: 'other' } } })
  await advance(2000)
  await remotes.enter()
  expect(remotes.store.getState().states[known.name]).toMatchObject({ remote: { live: { version: '1.1.0' } } })
})
