import type { Release } from 'registry'
import type { TabModule } from 'shared-auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { remote as registered, withReleases } from '../testing/test-shell'
import { candidatesOf, forgetFailures } from './failed-releases'
import { loadRelease } from './load-release'
import { openRelease, passedOver } from './open-release'

vi.mock('./load-release')

const remote = withReleases(registered('codigos', 2), '1.2.0', '1.1.0', '1.0.0')
const [middle, oldest] = remote.previous

/** How each version loads: settled by the test. */
let loads: Map<string, { resolve: (module: TabModule) => void; reject: (error: Error) => void }>

beforeEach(() => {
  vi.useFakeTimers()
  loads = new Map()
  vi.mocked(loadRelease).mockImplementation(
    (_name, { version }) => new Promise((resolve, reject) => loads.set(version, { resolve, reject })),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
  forgetFailures()
})

const asked = () => vi.mocked(loadRelease).mock.calls.map(([, { version }]) => version)
const arrive = (version: string) => loads.get(version)?.resolve({ default: () => null })
const fail = (version: string) => loads.get(version)?.reject(new Error(`${version} fails`))
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('opens the live release, and leaves the others alone', async () => {
  const opening = openRelease(remote)
  await after(1199)
  arrive('1.2.0')
  expect((await opening).release).toBe(remote.live)
  await after(60_000)
  expect(asked()).toEqual(['1.2.0'])
})

it('opens the one before as soon as the live one fails, and does not try that one again', async () => {
  const opening = openRelease(remote)
  fail('1.2.0')
  await after(0)
  arrive('1.1.0')
  expect((await opening).release).toBe(middle)
  expect(passedOver(remote, (await opening).release)).toBe('1.2.0 fails')
  expect(candidatesOf(remote)).toEqual([middle, oldest])
})

it('opens the first that is ready when the live one is slow, and tries the live one the next time', async () => {
  const opening = openRelease(remote)
  await after(1200)
  expect(asked()).toEqual(['1.2.0', '1.1.0'])
  arrive('1.1.0')
  const { release } = await opening
  expect(release).toBe(middle)
  expect(passedOver(remote, release)).toMatch(/^mf-codigos 1\.2\.0 .* was not ready in 1\.2 s/)
  expect(candidatesOf(remote)[0]).toBe(remote.live)
})

it('takes a slow live release that is still ready first', async () => {
  const opening = openRelease(remote)
  await after(1300)
  arrive('1.2.0')
  expect((await opening).release).toBe(remote.live)
})

it('remembers a live release that fails after another one was opened', async () => {
  const opening = openRelease(remote)
  await after(1200)
  arrive('1.1.0')
  await opening
  fail('1.2.0')
  await after(0)
  expect(candidatesOf(remote)).toEqual([middle, oldest])
})

it('says of every release why it cannot be used when none is left', async () => {
  const opening = openRelease(remote).catch((error: Error) => error.message)
  for (const { version } of [remote.live, ...remote.previous] satisfies Release[]) {
    fail(version)
    await after(0)
  }
  expect(await opening).toBe('No release of mf-codigos is left. 1.2.0 fails 1.1.0 fails 1.0.0 fails')
  expect(await openRelease(remote).catch((error: Error) => error.message)).toMatch('No release of mf-codigos is left')
  expect(asked()).toHaveLength(3)
})
