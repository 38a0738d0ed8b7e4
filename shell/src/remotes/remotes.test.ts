import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestLoader, remote as registered, withReleases } from '../testing/test-remotes'
import { type Mount, mountOf, tabOutlet } from './outlet'
import { createRemotes, type Remotes } from './remotes'
import { outletOf, type Preview } from './store'

const known = registered('usuarios', 1)
const newer = withReleases(known, '1.1.0')

/** The response of the registry. */
let respond: () => Promise<Response>
const naming = (serial: number, remote = known) => Response.json({ schema: 2, serial, remotes: [remote] })
const fetchMock = vi.fn((_url: string) => respond())
const registryRequests = () => fetchMock.mock.calls.filter(([url]) => url.endsWith('/registry.json'))
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let loader: ReturnType<typeof createTestLoader>
let remotes: Remotes
type Opening = 'activate' | 'retry'
const rendered = ({ name } = known): Mount | undefined => mountOf(outletOf(remotes.store.getState(), tabOutlet(name)))
/** Opens a tab. @returns the rendered remote */
async function open(how: Opening, remote = known) {
  const outlet = tabOutlet(remote.name)
  remotes.close(outlet)
  remotes[how](outlet, remote)
  await advance(0)
  return rendered(remote)?.remote
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  respond = async () => naming(1)
  loader = createTestLoader()
  const source = { registryUrl: 'http://remotes.example/registry.json' }
  remotes = createRemotes({ source, previewOrigins: [], loader })
  await advance(0)
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
    expect(await openTab(known)).toBeUndefined()
    await advance(299)
    expect(rendered()).toBeUndefined()
    await advance(1)
    expect(rendered()?.remote.name).toBe(known.name)
  })

  it('mounts the previewed build', async () => {
    const preview: Preview = { status: 'on', url: 'http://localhost:3002/release.json', since: 0, remote: newer }
    remotes.store.dispatch({ type: 'preview', preview })
    expect(await openTab(known)).toBe(newer)
  })

  it('uses the given remote when the registry no longer names it', async () => {
    expect(await openTab({ ...known, name: 'mf-other' })).toMatchObject({ name: 'mf-other' })
  })
})

describe('a fresh registry', () => {
  it('is not fetched again for a tab that opens', async () => {
    await advance(1999)
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

it('fetches the registry once during the guard, for the tab that `/main` opens first', async () => {
  await advance(2000)
  await remotes.prefetchEntry()
  expect(await open('activate')).toMatchObject({ live: { version: '1.1.0' } })
  expect(registryRequests()).toHaveLength(1)
})

describe('a registry that failed before the sign-in', () => {
  beforeEach(() =>
    remotes.store.dispatch({ type: 'registry', registry: { status: 'failed', fault: { kind: 'other' } } }),
  )

  it('is fetched again, and is loading until then', async () => {
    await advance(2000)
    remotes.enter()
    expect(remotes.store.getState().registry.status).toBe('loading')
    await advance(0)
    expect(remotes.store.getState().registry).toMatchObject({
      status: 'ready',
      remotes: [{ live: { version: '1.1.0' } }],
    })
  })
})
