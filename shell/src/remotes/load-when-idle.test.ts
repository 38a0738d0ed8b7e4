import { startCall } from 'shared-auth/host'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { remote } from '../testing/test-shell'
import { loadRelease } from './load-release'

vi.mock('./load-release')
vi.mock('shared-auth/host')

const remotes = [remote('usuarios', 1), remote('codigos', 2), remote('puntaje', 3)]
const tab = { default: () => null }
const loaded = () => vi.mocked(loadRelease).mock.calls.map(([name]) => name)
const isDone = () => performance.getEntriesByName('tabs-loaded').length > 0

/** What waits for the browser to be idle. */
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

let loadWhenIdle: () => Promise<void>
beforeEach(async () => {
  waiting = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run))
  vi.mocked(loadRelease).mockResolvedValue(tab)
  // Once a page: every test has one of its own.
  vi.resetModules()
  loadWhenIdle = (await import('./load-when-idle')).loadWhenIdle
  const { useRegistry } = await import('./registry-store')
  useRegistry.setState({ status: 'ready', serial: 1, remotes })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  performance.clearMarks()
  document.body.replaceChildren()
})

it('loads every tab, one at a time and without a call', async () => {
  let arrive: (module: typeof tab) => void = () => undefined
  vi.mocked(loadRelease).mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)))
  loadWhenIdle()
  expect(loaded()).toEqual([])
  await idle()
  await idle()
  expect(loaded()).toEqual(['mf-usuarios'])
  arrive(tab)
  await untilDone()
  expect(loaded()).toEqual(['mf-usuarios', 'mf-codigos', 'mf-puntaje'])
  expect(startCall).not.toHaveBeenCalled()
})

it('waits while something in the page is busy', async () => {
  document.body.innerHTML = '<table aria-busy="true"></table>'
  loadWhenIdle()
  await idle()
  await idle()
  expect(loaded()).toEqual([])
  document.body.innerHTML = '<table aria-busy="false"></table>'
  await untilDone()
  expect(loaded()).toHaveLength(3)
})

it('goes on after one that does not load', async () => {
  vi.mocked(loadRelease).mockRejectedValueOnce(new Error('404'))
  loadWhenIdle()
  await untilDone()
  expect(loaded()).toHaveLength(3)
})

it('does so once a page', async () => {
  loadWhenIdle()
  await untilDone()
  loadWhenIdle()
  expect(waiting).toEqual([])
})

it('loads nothing for who saves data', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  loadWhenIdle()
  expect(waiting).toEqual([])
})

it('does without a browser that tells when it is idle', async () => {
  Reflect.deleteProperty(window, 'requestIdleCallback')
  vi.useFakeTimers()
  loadWhenIdle()
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  expect(loaded()).toHaveLength(3)
})
