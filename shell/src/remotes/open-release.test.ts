import type { Release } from 'registry'
import type { TabModule } from 'shared-auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { remote as registered, withReleases } from '../testing/test-shell'
import { candidatesOf, forgetFailures } from './failed-releases'
import { dropRelease, loadRelease } from './load-release'
import { type OpenedRelease, openRelease, passedOver } from './open-release'

vi.mock('./load-release')

const remote = withReleases(registered('codigos', 2), '1.2.0', '1.1.0', '1.0.0')
const [middle, oldest] = remote.previous

/** How each version loads: settled by the test. */
let loads: Map<string, { resolve: (module: TabModule) => void; reject: (error: Error) => void }>

/** The releases that were rendered, and how that goes: done at once unless the test has it otherwise. */
const mount = vi.fn(async (_opened: OpenedRelease): Promise<void> => undefined)

beforeEach(() => {
  vi.useFakeTimers()
  mount.mockImplementation(async () => undefined)
  loads = new Map()
  vi.mocked(loadRelease).mockImplementation(
    (_name, { version }) => new Promise((resolve, reject) => loads.set(version, { resolve, reject })),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
  forgetFailures(remote)
})

const asked = () => vi.mocked(loadRelease).mock.calls.map(([, { version }]) => version)
const arrive = (version: string) => loads.get(version)?.resolve({ default: () => null })
const fail = (version: string) => loads.get(version)?.reject(new Error(`${version} fails`))
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('opens the live release, and leaves the others alone', async () => {
  const opening = openRelease(remote, mount)
  await after(999)
  arrive('1.2.0')
  expect(await opening).toBe(remote.live)
  await after(60_000)
  expect(asked()).toEqual(['1.2.0'])
})

it('opens the one before as soon as the live one fails, and does not try that one again', async () => {
  const opening = openRelease(remote, mount)
  fail('1.2.0')
  await after(0)
  arrive('1.1.0')
  expect(await opening).toBe(middle)
  expect(passedOver(remote, await opening)).toBe('1.2.0 fails')
  expect(candidatesOf(remote)).toEqual([middle, oldest])
})

it('opens the first that is ready when the live one is slow, and tries the live one the next time', async () => {
  const opening = openRelease(remote, mount)
  await after(1000)
  expect(asked()).toEqual(['1.2.0', '1.1.0'])
  arrive('1.1.0')
  const release = await opening
  expect(release).toBe(middle)
  expect(passedOver(remote, release)).toMatch(/^mf-codigos 1\.2\.0 .* was not ready in 1 s/)
  expect(candidatesOf(remote)[0]).toBe(remote.live)
})

it('takes a slow live release that is still ready first', async () => {
  const opening = openRelease(remote, mount)
  await after(1100)
  arrive('1.2.0')
  expect(await opening).toBe(remote.live)
})

it('remembers a live release that fails after another one was opened', async () => {
  const opening = openRelease(remote, mount)
  await after(1000)
  arrive('1.1.0')
  await opening
  fail('1.2.0')
  await after(0)
  expect(candidatesOf(remote)).toEqual([middle, oldest])
})

const mounted = () => mount.mock.calls.map(([{ release }]) => release.version)
const never = () => new Promise<void>(() => undefined)

it('opens the one before as soon as the live one throws at its first render, and takes that one out', async () => {
  mount.mockRejectedValueOnce(new Error('mala'))
  const opening = openRelease(remote, mount)
  arrive('1.2.0')
  await after(0)
  arrive('1.1.0')
  expect(await opening).toBe(middle)
  expect(mounted()).toEqual(['1.2.0', '1.1.0'])
  expect(dropRelease).toHaveBeenCalledExactlyOnceWith('mf-codigos', remote.live)
  expect(candidatesOf(remote)).toEqual([middle, oldest])
})

it('holds no release to be broken that is slow at its first render and gives way', async () => {
  mount.mockImplementationOnce(never)
  const opening = openRelease(remote, mount)
  arrive('1.2.0')
  await after(1000)
  arrive('1.1.0')
  expect(await opening).toBe(middle)
  await after(60_000)
  expect(candidatesOf(remote)[0]).toBe(remote.live)
})

it('does not render a slow release that is there after another one was shown', async () => {
  const opening = openRelease(remote, mount)
  await after(1000)
  arrive('1.1.0')
  await opening
  arrive('1.2.0')
  await after(0)
  expect(mounted()).toEqual(['1.1.0'])
})

it('gives up a first render after 15 s where no other release is shown', async () => {
  mount.mockImplementation(never)
  const opening = openRelease({ ...remote, previous: [] }, mount).catch((error: Error) => error.message)
  arrive('1.2.0')
  await after(15_000)
  expect(await opening).toMatch('mf-codigos 1.2.0 did not mount in 15 s')
})

it('says of every release why it cannot be used when none is left', async () => {
  const opening = openRelease(remote, mount).catch((error: Error) => error.message)
  for (const { version } of [remote.live, ...remote.previous] satisfies Release[]) {
    fail(version)
    await after(0)
  }
  expect(await opening).toBe('No release of mf-codigos is left. 1.2.0 fails 1.1.0 fails 1.0.0 fails')
  expect(await openRelease(remote, mount).catch((error: Error) => error.message)).toMatch(
    'No release of mf-codigos is left',
  )
  expect(asked()).toHaveLength(3)
})
