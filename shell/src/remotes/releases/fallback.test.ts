import type { Release } from '@canje/registry'
import type { TabModule } from '@canje/shared-auth'
import { faultOf, LostResponseError, SignInPageError } from '@canje/shared-auth/fault'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { authorityOf, createTestLoader, remote as registered, withReleases } from '../../testing/test-remotes'
import { type Mount, mountOf, tabOutlet } from '../outlet'
import { createRemotesStore, failuresOf, outletOf, type RemotesStore, usableReleases } from '../store'
import { mountBestRelease } from './fallback'

const remote = withReleases(registered('codigos'), '1.2.0', '1.1.0', '1.0.0')
const [middle, oldest] = remote.previous
const outlet = tabOutlet(remote.name)

/** Pending loads by version, settled by the test. */
let loads: Map<string, { resolve: (module: TabModule) => void; reject: (error: Error) => void }>
let store: RemotesStore
let loader: ReturnType<typeof createTestLoader>
let attempts: number

/** The first render of a release; it mounts at once by default. */
const render = vi.fn((mount: Mount) => store.dispatch({ type: 'mounted', mount }))

beforeEach(() => {
  vi.useFakeTimers()
  render.mockImplementation((mount) => store.dispatch({ type: 'mounted', mount }))
  attempts = 0
  loads = new Map()
  loader = createTestLoader()
  loader.load.mockImplementation(
    (_name, { version }) => new Promise((resolve, reject) => loads.set(version, { resolve, reject })),
  )
  store = createRemotesStore(authorityOf(remote))
  const rendered = new Set<Mount>()
  store.subscribe((state) => {
    const tab = outletOf(state, outlet)
    if (tab.status !== 'mounting' || rendered.has(tab.mount)) return
    rendered.add(tab.mount)
    queueMicrotask(() => render(tab.mount))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
})

/** Opens the tab of a remote. */
function open(of = remote): Promise<Release> {
  attempts += 1
  store.dispatch({ type: 'open', outlet, attempt: attempts })
  return mountBestRelease({ store, loader }, outlet, of, attempts)
}
const usable = () => usableReleases(store.getState(), remote, outlet)
const reasons = () => failuresOf(store.getState(), outlet).map(({ error }) => error.message)
const renderedRelease = () => mountOf(outletOf(store.getState(), outlet))?.release

const loadedVersions = () => loader.load.mock.calls.map(([, { version }]) => version)
const arrive = (version: string) => loads.get(version)?.resolve({ default: () => null })
const fail = (version: string) => loads.get(version)?.reject(new Error(`${version} fails`))
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('mounts a live release however slow it is, and loads no other', async () => {
  const attempt = open()
  await advance(14_000)
  arrive('1.2.0')
  expect(await attempt).toBe(remote.live)
  await advance(60_000)
  expect(loadedVersions()).toEqual(['1.2.0'])
})

it('mounts the previous release as soon as the live one fails, and does not try that one again', async () => {
  const attempt = open()
  fail('1.2.0')
  await advance(0)
  arrive('1.1.0')
  expect(await attempt).toBe(middle)
  expect(reasons()).toEqual(['1.2.0 fails'])
  expect(usable()).toEqual([middle, oldest])
})

const mounted = () => render.mock.calls.map(([{ release }]) => release.version)

it('mounts the previous release when the live one throws at its first render', async () => {
  render.mockImplementationOnce((mount) => store.dispatch({ type: 'threw', mount, error: new Error('mala') }))
  const attempt = open()
  arrive('1.2.0')
  await advance(0)
  arrive('1.1.0')
  expect(await attempt).toBe(middle)
  expect(mounted()).toEqual(['1.2.0', '1.1.0'])
  expect(usable()).toEqual([middle, oldest])
})

it('mounts the previous release when the first render of the live one does not end in 15 s', async () => {
  render.mockImplementationOnce(() => undefined)
  const attempt = open()
  arrive('1.2.0')
  await advance(14_999)
  expect(loadedVersions()).toEqual(['1.2.0'])
  await advance(1)
  arrive('1.1.0')
  expect(await attempt).toBe(middle)
  expect(reasons()).toEqual(['mf-codigos 1.2.0 did not mount in 15 s.'])
  expect(usable()).toEqual([middle, oldest])
})

it('gives the reason for every release when none is left', async () => {
  const attempt = open().catch((error: Error) => error.message)
  for (const { version } of [remote.live, ...remote.previous] satisfies Release[]) {
    fail(version)
    await advance(0)
  }
  expect(await attempt).toBe('No release of mf-codigos is left. 1.2.0 fails 1.1.0 fails 1.0.0 fails')
  expect(await open().catch((error: Error) => error.message)).toMatch('No release of mf-codigos is left')
  expect(loadedVersions()).toHaveLength(3)
})

it.each([
  ['loads', () => undefined],
  ['renders for the first time', () => arrive('1.2.0')],
])('stops when the tab is closed while a release %s, without counting it as failed', async (_when, proceed) => {
  render.mockImplementation(() => undefined)
  const attempt = open().catch((error: Error) => error.message)
  proceed()
  await advance(1000)
  store.dispatch({ type: 'close', outlet })
  arrive('1.2.0')
  expect(await attempt).toBe('mf-codigos is closed.')
  expect(loadedVersions()).toEqual(['1.2.0'])
  expect(renderedRelease()).toBeUndefined()
  expect(usable()).toEqual([remote.live, middle, oldest])
})

it('tries no other release, and counts none as failed, when the network asks for a sign-in', async () => {
  const attempt = open().catch(faultOf)
  loads.get('1.2.0')?.reject(new Error('1.2.0 fails', { cause: new SignInPageError() }))
  await advance(0)
  expect(loadedVersions()).toEqual(['1.2.0'])
  expect(await attempt).toEqual({ kind: 'sign-in-page' })
  expect(usable()).toEqual([remote.live, middle, oldest])
})

it('states the fault of the live release when none is left', async () => {
  const attempt = open().catch(faultOf)
  loads.get('1.2.0')?.reject(new Error('1.2.0 fails', { cause: new LostResponseError() }))
  for (const version of ['1.1.0', '1.0.0']) {
    await advance(0)
    fail(version)
  }
  expect(await attempt).toEqual({ kind: 'no-response' })
})

it('states the fault of the live release when that does not mount', async () => {
  render.mockImplementationOnce((mount) => store.dispatch({ type: 'threw', mount, error: new Error('bad') }))
  const attempt = open().catch(faultOf)
  arrive('1.2.0')
  for (const version of ['1.1.0', '1.0.0']) {
    await advance(0)
    loads.get(version)?.reject(new Error(`${version} fails`, { cause: new LostResponseError() }))
  }
  expect(await attempt).toEqual({ kind: 'other' })
})
