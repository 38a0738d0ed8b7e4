import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestLoader, remote as registered, withReleases } from '../testing/test-remotes'
import { createRemotes, type Remotes } from './remotes'
import { type Mount, mountsOf, type Preview, tabOf } from './store'

const known = registered('usuarios', 1)
const newer = withReleases(known, '1.1.0')

/** What the registry answers. */
let answer: () => Promise<Response>
const naming = (serial: number, remote = known) => Response.json({ schema: 2, serial, remotes: [remote] })
const asked = vi.fn(() => answer())
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let loader: ReturnType<typeof createTestLoader>
let remotes: Remotes
type Opening = 'activate' | 'retry'
const rendered = ({ name } = known): Mount | undefined => mountsOf(tabOf(remotes.store.getState(), name))[0]
/** Opens a tab, and gives the remote as it is by then. */
async function open(how: Opening, remote = known) {
  remotes.close(remote.name)
  remotes[how](remote)
  await after(0)
  return rendered(remote)?.remote
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', asked)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answer = async () => naming(1)
  loader = createTestLoader()
  const source = { registryUrl: 'http://remotes.example/registry.json' }
  remotes = createRemotes({ source, previewOrigins: [], loader })
  await after(0)
  answer = async () => naming(2, newer)
  asked.mockClear()
})
afterEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe.each<[string, Opening, number]>([
  ['a tab that opens', 'activate', 300],
  ['Reintentar', 'retry', 1000],
])('%s', (_name, how, patience) => {
  const ask = (remote = known) => open(how, remote)
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
    expect(await ask(known)).toBeUndefined()
    await after(patience - 1)
    expect(rendered()).toBeUndefined()
    await after(1)
    expect(rendered()?.remote.name).toBe(known.name)
  })

  it('gets the build that is previewed in its place', async () => {
    const preview: Preview = { status: 'on', address: 'http://localhost:3002/release.json', since: 0, remote: newer }
    remotes.store.dispatch({ type: 'preview', preview })
    expect(await ask(known)).toBe(newer)
  })

  it('gets what is known of a remote that is registered no more', async () => {
    expect(await ask({ ...known, name: 'mf-other' })).toMatchObject({ name: 'mf-other' })
  })
})

describe('the registry that was asked just now', () => {
  it('is not asked again for a tab that opens', async () => {
    await after(1999)
    expect(await open('activate')).toMatchObject({ live: { version: '1.0.0' } })
    expect(asked).not.toHaveBeenCalled()
  })

  it('is asked again for Reintentar', async () => {
    expect(await open('retry')).toMatchObject({ live: { version: '1.1.0' } })
  })
})

describe('the tab that the page is entered with', () => {
  const codes = registered('codigos', 2)
  const enterWith = async ({ live }: typeof known) => {
    history.replaceState(null, '', `/main?tab=${live.tab.id}`)
    await remotes.prefetchEntryData()
  }

  it('gets what the registry said while the guard asked, however long that took', async () => {
    await after(2000)
    await enterWith(known)
    await after(5000)
    answer = () => new Promise(() => undefined)
    expect(await open('activate')).toMatchObject({ live: { version: '1.1.0' } })
    expect(asked).toHaveBeenCalledOnce()
  })

  it('does not wait for the registry that was asked when it was entered', async () => {
    await enterWith(known)
    await after(5000)
    expect(await open('activate')).toMatchObject({ live: { version: '1.0.0' } })
    expect(asked).not.toHaveBeenCalled()
  })

  it('asks again when it is opened once more', async () => {
    await enterWith(known)
    await open('activate')
    await after(2000)
    expect(await open('activate')).toMatchObject({ live: { version: '1.1.0' } })
  })

  it('lets every other tab ask', async () => {
    remotes.store.dispatch({
      type: 'registry',
      registry: { status: 'ready', serial: 1, remotes: [known, codes] },
    })
    await enterWith(codes)
    await after(2000)
    expect(await open('activate')).toMatchObject({ live: { version: '1.1.0' } })
  })
})

describe('a registry that failed while nobody was signed in', () => {
  beforeEach(() => remotes.store.dispatch({ type: 'registry', registry: { status: 'failed' } }))

  it('is asked again, with a skeleton meanwhile', async () => {
    await after(2000)
    remotes.enter(null)
    expect(remotes.store.getState().registry.status).toBe('loading')
    await after(0)
    expect(remotes.store.getState().registry).toMatchObject({ status: 'ready', serial: 2 })
  })

  it('is not asked again where it was asked just now', async () => {
    await after(1999)
    remotes.enter(null)
    expect(asked).not.toHaveBeenCalled()
    expect(remotes.store.getState().registry.status).toBe('failed')
  })
})
