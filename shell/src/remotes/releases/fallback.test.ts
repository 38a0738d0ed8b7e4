import type { Release } from '@canje/registry'
import type { TabModule } from '@canje/shared-auth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestLoader, remote as registered, withReleases } from '../../testing/test-remotes'
import {
  candidatesOf,
  createRemotesStore,
  type Mount,
  mountsOf,
  type Outlet,
  outletOf,
  type RemotesStore,
  slotOutlet,
  tabOutlet,
} from '../store'
import { mountBestRelease, rejectionReasons } from './fallback'

const remote = withReleases(registered('codigos', 2), '1.2.0', '1.1.0', '1.0.0')
const [middle, oldest] = remote.previous
const outlet = tabOutlet(remote.name)

/** Pending loads by version, settled by the test. */
let loads: Map<string, { resolve: (module: TabModule) => void; reject: (error: Error) => void }>
let store: RemotesStore
let loader: ReturnType<typeof createTestLoader>
let openings: number

/** The first render of a release; it mounts at once by default. */
const render = vi.fn((mount: Mount) => store.dispatch({ type: 'mounted', mount }))

beforeEach(() => {
  vi.useFakeTimers()
  render.mockImplementation((mount) => store.dispatch({ type: 'mounted', mount }))
  openings = 0
  loads = new Map()
  loader = createTestLoader()
  loader.load.mockImplementation(
    (_name, { version }) => new Promise((resolve, reject) => loads.set(version, { resolve, reject })),
  )
  store = createRemotesStore()
  const rendered = new Set<Mount>()
  store.subscribe((state) => {
    const tab = outletOf(state, outlet)
    if (tab.status !== 'mounting') return
    for (const mount of tab.mounts.filter((mount) => !rendered.has(mount))) {
      rendered.add(mount)
      queueMicrotask(() => render(mount))
    }
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
})

/** Opens the tab of a remote. */
function open(of = remote): Promise<Release> {
  openings += 1
  store.dispatch({ type: 'open', outlet, opening: openings })
  return mountBestRelease({ store, loader }, outlet, of, openings)
}
const candidates = () => candidatesOf(store.getState(), remote, outlet)
const renderedReleases = () => mountsOf(outletOf(store.getState(), outlet)).map(({ release }) => release)

const loadedVersions = () => loader.load.mock.calls.map(([, { version }]) => version)
const arrive = (version: string) => loads.get(version)?.resolve({ default: () => null })
const fail = (version: string) => loads.get(version)?.reject(new Error(`${version} fails`))
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('mounts the live release and loads no other', async () => {
  const opening = open()
  await advance(999)
  arrive('1.2.0')
  expect(await opening).toBe(remote.live)
  await advance(60_000)
  expect(loadedVersions()).toEqual(['1.2.0'])
})

it('mounts the previous release as soon as the live one fails, and does not try that one again', async () => {
  const opening = open()
  fail('1.2.0')
  await advance(0)
  arrive('1.1.0')
  expect(await opening).toBe(middle)
  expect(rejectionReasons(store, outlet, remote, await opening)).toBe('1.2.0 fails')
  expect(candidates()).toEqual([middle, oldest])
})

it('mounts the first ready release when the live one is slow, and tries the live one next time', async () => {
  const opening = open()
  await advance(1000)
  expect(loadedVersions()).toEqual(['1.2.0', '1.1.0'])
  arrive('1.1.0')
  const release = await opening
  expect(release).toBe(middle)
  expect(rejectionReasons(store, outlet, remote, release)).toMatch(/^mf-codigos 1\.2\.0 .* was not ready in 1 s/)
  expect(candidates()[0]).toBe(remote.live)
})

it('mounts a slow live release that is ready before the previous one', async () => {
  const opening = open()
  await advance(1100)
  arrive('1.2.0')
  expect(await opening).toBe(remote.live)
})

it('records a live release that fails after another one mounted', async () => {
  const opening = open()
  await advance(1000)
  arrive('1.1.0')
  await opening
  fail('1.2.0')
  await advance(0)
  expect(candidates()).toEqual([middle, oldest])
})

const mounted = () => render.mock.calls.map(([{ release }]) => release.version)
const never = () => undefined

it('mounts the previous release when the live one throws at its first render, and unloads that one', async () => {
  render.mockImplementationOnce((mount) => store.dispatch({ type: 'threw', mount, reason: 'mala' }))
  const opening = open()
  arrive('1.2.0')
  await advance(0)
  arrive('1.1.0')
  expect(await opening).toBe(middle)
  expect(mounted()).toEqual(['1.2.0', '1.1.0'])
  expect(loader.unloadModule).toHaveBeenCalledExactlyOnceWith(outlet, remote.live)
  expect(candidates()).toEqual([middle, oldest])
})

describe('a build that throws at its first render', () => {
  const other = slotOutlet(remote.name, 'detalle:codigo', 'r1')
  const mountIn = (outlet: Outlet, release: Release) => {
    const mount: Mount = { key: outlet.id, outlet, remote, release, module: { default: () => null } }
    store.dispatch({ type: 'open', outlet, opening: 9 })
    store.dispatch({ type: 'loaded', opening: 9, mount })
    store.dispatch({ type: 'mounted', mount })
  }

  it.each<[string, () => void, boolean]>([
    ['stays while another outlet renders it', () => mountIn(other, remote.live), false],
    ['stays while another outlet opens', () => store.dispatch({ type: 'open', outlet: other, opening: 9 }), false],
    ['is unloaded beside another build', () => mountIn(other, middle ?? remote.live), true],
  ])('%s', async (_name, prepare, isUnloaded) => {
    prepare()
    render.mockImplementationOnce((mount) => store.dispatch({ type: 'threw', mount, reason: 'mala' }))
    const opening = open()
    arrive('1.2.0')
    await advance(0)
    arrive('1.1.0')
    expect(await opening).toBe(middle)
    expect(loader.unloadModule).toHaveBeenCalledTimes(isUnloaded ? 1 : 0)
  })
})

it('does not count a release as failed when another one mounts during its slow first render', async () => {
  render.mockImplementationOnce(never)
  const opening = open()
  arrive('1.2.0')
  await advance(1000)
  arrive('1.1.0')
  expect(await opening).toBe(middle)
  await advance(60_000)
  expect(candidates()[0]).toBe(remote.live)
})

it('does not render a slow release that loads after another one mounted', async () => {
  const opening = open()
  await advance(1000)
  arrive('1.1.0')
  await opening
  arrive('1.2.0')
  await advance(0)
  expect(mounted()).toEqual(['1.1.0'])
})

it('fails a first render after 15 s without another release', async () => {
  render.mockImplementation(never)
  const opening = open({ ...remote, previous: [] }).catch((error: Error) => error.message)
  arrive('1.2.0')
  await advance(15_000)
  expect(await opening).toMatch('mf-codigos 1.2.0 did not mount in 15 s')
})

it('gives the reason for every release when none is left', async () => {
  const opening = open().catch((error: Error) => error.message)
  for (const { version } of [remote.live, ...remote.previous] satisfies Release[]) {
    fail(version)
    await advance(0)
  }
  expect(await opening).toBe('No release of mf-codigos is left. 1.2.0 fails 1.1.0 fails 1.0.0 fails')
  expect(await open().catch((error: Error) => error.message)).toMatch('No release of mf-codigos is left')
  expect(loadedVersions()).toHaveLength(3)
})

it('stops when the tab is closed, without counting a release as failed', async () => {
  render.mockImplementation(never)
  const opening = open().catch((error: Error) => error.message)
  arrive('1.2.0')
  await advance(1000)
  arrive('1.1.0')
  await advance(0)
  expect(renderedReleases()).toEqual([remote.live, middle])
  store.dispatch({ type: 'close', outlet })
  await advance(1000)
  expect(await opening).toMatch('No release of mf-codigos is left')
  expect(loadedVersions()).toEqual(['1.2.0', '1.1.0'])
  expect(renderedReleases()).toEqual([])
  expect(candidates()).toEqual([remote.live, middle, oldest])
  expect(loader.unloadModule).not.toHaveBeenCalled()
})
