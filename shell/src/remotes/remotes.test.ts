import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedRegistry, trusting } from '../testing/signed-registry'
import { createTestLoader, listed, remote as registered, withReleases } from '../testing/test-remotes'
import { type Mount, mountOf, tabOutlet } from './outlet'
import { createRemotes, type Remotes } from './remotes'
import { outletOf, type Preview } from './store'

const known = registered('usuarios')
const newer = withReleases(known, '1.1.0')

/** The response of the registry. */
let respond: () => Promise<Response>
const authority = trusting(known)
const naming = async (serial: number, remote = known) => new Response(await signedRegistry(serial, remote))
const fetchMock = vi.fn((_url: string) => respond())
const registryRequests = () => fetchMock.mock.calls.filter(([url]) => url.endsWith('/registry.json'))
/** Verification is not by timers. */
const waitFor = (isMet: () => boolean) => vi.waitFor(() => expect(isMet()).toBe(true), { interval: 1 })
const isReady = () => remotes.store.getState().registry.status === 'ready'
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let loader: ReturnType<typeof createTestLoader>
let remotes: Remotes
type Opening = 'activate' | 'retry'
const rendered = ({ name } = known): Mount | undefined => mountOf(outletOf(remotes.store.getState(), tabOutlet(name)))
/** Opens a tab. @returns the rendered remote */
async function open(how: Opening, remote = known) {
  const outlet = tabOutlet(remote.name)
  remotes.close(outlet)
  remotes[how](outlet)
  await waitFor(() => outletOf(remotes.store.getState(), outlet).status !== 'loading')
  return rendered(remote)?.remote
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  respond = async () => naming(1)
  loader = createTestLoader()
  const source = { storeUrl: 'http://store.test', authority }
  remotes = createRemotes({ source, previewOrigins: [], loader })
  await waitFor(isReady)
  respond = async () => naming(2, newer)
  fetchMock.mockClear()
})
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
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

  it('uses the last registry when the request fails', async () => {
    respond = () => Promise.reject(new TypeError('fetch failed'))
    expect(await openTab({ ...known, previous: [known.live] })).toMatchObject({
      live: { version: '1.0.0' },
      previous: [],
    })
  })

  it('waits for the registry within its limit', async () => {
    respond = () => new Promise(() => undefined)
    remotes[how](tabOutlet(known.name))
    await advance(299)
    expect(rendered()).toBeUndefined()
    await advance(1)
    expect(rendered()?.remote.name).toBe(known.name)
  })

  it('mounts the previewed build', async () => {
    const url = 'http://localhost:3002/release.json'
    const preview: Preview = { status: 'on', url, since: 0, remote: newer, listed: listed(newer) }
    remotes.store.dispatch({ type: 'preview', preview })
    expect(await openTab(known)).toBe(newer)
  })

  it('opens nothing of a remote that the registry does not name', async () => {
    expect(await openTab(registered('otros'))).toBeUndefined()
    expect(loader.load).not.toHaveBeenCalled()
  })
})

describe('a fresh registry', () => {
  it('is not fetched again for a tab that opens', async () => {
    await advance(1900)
    expect(await open('activate')).toMatchObject({ live: { version: '1.0.0' } })
    expect(fetchMock).not.toHaveBeenCalled()
  })

  it('names the release that Reintentar tries again when it failed before', async () => {
    loader.load.mockRejectedValueOnce(new Error('404'))
    expect(await open('retry')).toBeUndefined()
    expect(await open('retry')).toMatchObject({ live: { version: '1.1.0' } })
  })

  it('is fetched again for Reintentar', async () => {
    expect(await open('retry')).toMatchObject({ live: { version: '1.1.0' } })
  })
})

it.each([600, 2000])(
  'fetches a registry of %i ms once during the guard, for the tab that `/main` opens first',
  async (age) => {
    await advance(age)
    await remotes.prefetchEntry()
    expect(registryRequests()).toHaveLength(1)
    await advance(1500)
    expect(await open('activate')).toMatchObject({ live: { version: '1.1.0' } })
    expect(registryRequests()).toHaveLength(1)
  },
)

it('fetches configuration, registry and preview again on a refresh', async () => {
  const refetch = vi.spyOn(remotes.preview, 'refetch')
  remotes.refresh()
  await waitFor(() => fetchMock.mock.calls.length === 2)
  expect(fetchMock.mock.calls.map(([url]) => url)).toEqual(['/config.json', 'http://store.test/registry.json'])
  expect(refetch).toHaveBeenCalledOnce()
})

it('fetches the configuration again for a sign-in long after the page was loaded', async () => {
  const configurations = () => fetchMock.mock.calls.filter(([url]) => url === '/config.json').length
  await remotes.enter()
  expect(configurations()).toBe(0)
  await advance(60_000)
  await remotes.enter()
  expect(configurations()).toBe(1)
})

describe('a registry that failed before the sign-in', () => {
  beforeEach(() =>
    remotes.store.dispatch({ type: 'registry', registry: { status: 'failed', fault: { kind: 'other' } } }),
  )

  it('is fetched again, and is loading until then', async () => {
    await advance(2000)
    remotes.enter()
    expect(remotes.store.getState().registry.status).toBe('loading')
    await waitFor(isReady)
    expect(remotes.store.getState().registry).toMatchObject({
      status: 'ready',
      remotes: [{ live: { version: '1.1.0' } }],
    })
  })
})
