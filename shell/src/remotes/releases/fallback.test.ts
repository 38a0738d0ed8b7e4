import type { Release } from 'registry'
import type { TabModule } from 'shared-auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestLoader, remote as registered, withReleases } from '../../testing/test-remotes'
import { candidatesOf, createRemotesStore, type Mount, mountsOf, type RemotesStore, tabOf } from '../store'
import { reasonsAgainst, showBestRelease } from './fallback'

const remote = withReleases(registered('codigos', 2), '1.2.0', '1.1.0', '1.0.0')
const [middle, oldest] = remote.previous

/** How each version loads: settled by the test. */
let loads: Map<string, { resolve: (module: TabModule) => void; reject: (error: Error) => void }>
let store: RemotesStore
let loader: ReturnType<typeof createTestLoader>
let openings: number

/** How the first render of a release goes: done at once unless the test has it otherwise. */
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
    const tab = tabOf(state, remote.name)
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
function show(of = remote): Promise<Release> {
  openings += 1
  store.dispatch({ type: 'open', remote: of.name, opening: openings })
  return showBestRelease({ store, loader }, of, openings)
}
const candidates = () => candidatesOf(store.getState(), remote)
const shownIn = () => mountsOf(tabOf(store.getState(), remote.name)).map(({ release }) => release)

const asked = () => loader.load.mock.calls.map(([, { version }]) => version)
const arrive = (version: string) => loads.get(version)?.resolve({ default: () => null })
const fail = (version: string) => loads.get(version)?.reject(new Error(`${version} fails`))
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('opens the live release, and leaves the others alone', async () => {
  const opening = show()
  await after(999)
  arrive('1.2.0')
  expect(await opening).toBe(remote.live)
  await after(60_000)
  expect(asked()).toEqual(['1.2.0'])
})

it('opens the one before as soon as the live one fails, and does not try that one again', async () => {
  const opening = show()
  fail('1.2.0')
  await after(0)
  arrive('1.1.0')
  expect(await opening).toBe(middle)
  expect(reasonsAgainst(store, remote, await opening)).toBe('1.2.0 fails')
  expect(candidates()).toEqual([middle, oldest])
})

it('opens the first that is ready when the live one is slow, and tries the live one the next time', async () => {
  const opening = show()
  await after(1000)
  expect(asked()).toEqual(['1.2.0', '1.1.0'])
  arrive('1.1.0')
  const release = await opening
  expect(release).toBe(middle)
  expect(reasonsAgainst(store, remote, release)).toMatch(/^mf-codigos 1\.2\.0 .* was not ready in 1 s/)
  expect(candidates()[0]).toBe(remote.live)
})

it('takes a slow live release that is still ready first', async () => {
  const opening = show()
  await after(1100)
  arrive('1.2.0')
  expect(await opening).toBe(remote.live)
})

it('remembers a live release that fails after another one was opened', async () => {
  const opening = show()
  await after(1000)
  arrive('1.1.0')
  await opening
  fail('1.2.0')
  await after(0)
  expect(candidates()).toEqual([middle, oldest])
})

const mounted = () => render.mock.calls.map(([{ release }]) => release.version)
const never = () => undefined

it('opens the one before as soon as the live one throws at its first render, and takes that one out', async () => {
  render.mockImplementationOnce((mount) => store.dispatch({ type: 'threw', mount, reason: 'mala' }))
  const opening = show()
  arrive('1.2.0')
  await after(0)
  arrive('1.1.0')
  expect(await opening).toBe(middle)
  expect(mounted()).toEqual(['1.2.0', '1.1.0'])
  expect(loader.unload).toHaveBeenCalledExactlyOnceWith('mf-codigos', remote.live)
  expect(candidates()).toEqual([middle, oldest])
})

it('holds no release to be broken that is slow at its first render and gives way', async () => {
  render.mockImplementationOnce(never)
  const opening = show()
  arrive('1.2.0')
  await after(1000)
  arrive('1.1.0')
  expect(await opening).toBe(middle)
  await after(60_000)
  expect(candidates()[0]).toBe(remote.live)
})

it('does not render a slow release that is there after another one was shown', async () => {
  const opening = show()
  await after(1000)
  arrive('1.1.0')
  await opening
  arrive('1.2.0')
  await after(0)
  expect(mounted()).toEqual(['1.1.0'])
})

it('gives up a first render after 15 s where no other release is shown', async () => {
  render.mockImplementation(never)
  const opening = show({ ...remote, previous: [] }).catch((error: Error) => error.message)
  arrive('1.2.0')
  await after(15_000)
  expect(await opening).toMatch('mf-codigos 1.2.0 did not mount in 15 s')
})

it('says of every release why it cannot be used when none is left', async () => {
  const opening = show().catch((error: Error) => error.message)
  for (const { version } of [remote.live, ...remote.previous] satisfies Release[]) {
    fail(version)
    await after(0)
  }
  expect(await opening).toBe('No release of mf-codigos is left. 1.2.0 fails 1.1.0 fails 1.0.0 fails')
  expect(await show().catch((error: Error) => error.message)).toMatch('No release of mf-codigos is left')
  expect(asked()).toHaveLength(3)
})

it('shows one release only, and ends with a tab that is closed', async () => {
  render.mockImplementation(never)
  const opening = show().catch((error: Error) => error.message)
  arrive('1.2.0')
  await after(1000)
  arrive('1.1.0')
  await after(0)
  expect(shownIn()).toEqual([remote.live, middle])
  store.dispatch({ type: 'close', remote: remote.name })
  await after(1000)
  expect(await opening).toMatch('No release of mf-codigos is left')
  expect(asked()).toEqual(['1.2.0', '1.1.0'])
  expect(shownIn()).toEqual([])
  expect(candidates()).toEqual([remote.live, middle, oldest])
  expect(loader.unload).not.toHaveBeenCalled()
})
