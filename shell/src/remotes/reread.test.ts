import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { remote as registered, withReleases } from '../testing/test-shell'
import { usePreview } from './preview'
import { useRegistry } from './registry-store'
import { remoteForOpening, remoteForRetry, rereadForEntry, retryOldFailure } from './reread'
import { startRegistry } from './start-registry'

const known = registered('usuarios', 1)
const newer = withReleases(known, '1.1.0')

/** What the registry answers. */
let answer: () => Promise<Response>
const naming = (serial: number, remote = known) => Response.json({ schema: 2, serial, remotes: [remote] })
const asked = vi.fn(() => answer())
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', asked)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answer = async () => naming(1)
  startRegistry({ registryUrl: 'http://remotes.example/registry.json' })
  await after(0)
  answer = async () => naming(2, newer)
  asked.mockClear()
})
afterEach(() => {
  usePreview.setState({ status: 'off' }, true)
  useRegistry.setState({ status: 'loading' })
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe.each([
  ['a tab that opens', remoteForOpening, 300],
  ['Reintentar', remoteForRetry, 1000],
])('%s', (_name, ask, patience) => {
  beforeEach(() => after(2000))

  it('gets the release that has replaced the known one', async () => {
    expect(await ask(known)).toMatchObject({ live: { version: '1.1.0' } })
  })

  it('gets what the registry last said when it does not answer', async () => {
    answer = () => Promise.reject(new TypeError('fetch failed'))
    expect(await ask({ ...known, previous: [known.live] })).toMatchObject({ live: { version: '1.0.0' }, previous: [] })
  })

  it('waits no longer than it may', async () => {
    answer = () => new Promise(() => undefined)
    const onAnswer = vi.fn()
    ask(known).then(onAnswer)
    await after(patience - 1)
    expect(onAnswer).not.toHaveBeenCalled()
    await after(1)
    expect(onAnswer).toHaveBeenCalledWith(expect.objectContaining({ name: known.name }))
  })

  it('gets the build that is previewed in its place', async () => {
    usePreview.setState({ status: 'on', address: 'http://localhost:3002/release.json', since: 0, remote: newer }, true)
    expect(await ask(known)).toBe(newer)
  })

  it('gets what is known of a remote that is registered no more', async () => {
    expect(await ask({ ...known, name: 'mf-other' })).toMatchObject({ name: 'mf-other' })
  })
})

describe('the registry that was asked just now', () => {
  it('is not asked again for a tab that opens', async () => {
    await after(1999)
    expect(await remoteForOpening(known)).toMatchObject({ live: { version: '1.0.0' } })
    expect(asked).not.toHaveBeenCalled()
  })

  it('is asked again for Reintentar', async () => {
    expect(await remoteForRetry(known)).toMatchObject({ live: { version: '1.1.0' } })
  })
})

describe('the tab that the page is entered with', () => {
  it('gets what the registry said while the guard asked, however long that took', async () => {
    await after(2000)
    rereadForEntry(known)
    await after(5000)
    answer = () => new Promise(() => undefined)
    expect(await remoteForOpening(known)).toMatchObject({ live: { version: '1.1.0' } })
    expect(asked).toHaveBeenCalledOnce()
  })

  it('does not wait for the registry that was asked when it was entered', async () => {
    rereadForEntry(known)
    await after(5000)
    expect(await remoteForOpening(known)).toMatchObject({ live: { version: '1.0.0' } })
    expect(asked).not.toHaveBeenCalled()
  })

  it('asks again when it is opened once more', async () => {
    rereadForEntry(known)
    await remoteForOpening(known)
    await after(2000)
    expect(await remoteForOpening(known)).toMatchObject({ live: { version: '1.1.0' } })
  })

  it('lets every other tab ask', async () => {
    rereadForEntry(registered('codigos', 2))
    await after(2000)
    expect(await remoteForOpening(known)).toMatchObject({ live: { version: '1.1.0' } })
  })
})

describe('a registry that failed while nobody was signed in', () => {
  beforeEach(() => useRegistry.setState({ status: 'failed' }))

  it('is asked again, with a skeleton meanwhile', async () => {
    await after(2000)
    retryOldFailure()
    expect(useRegistry.getState().status).toBe('loading')
    await after(0)
    expect(useRegistry.getState()).toMatchObject({ status: 'ready', serial: 2 })
  })

  it('is not asked again where it was asked just now', async () => {
    await after(1999)
    retryOldFailure()
    expect(asked).not.toHaveBeenCalled()
    expect(useRegistry.getState().status).toBe('failed')
  })
})
