import { createPrivateKey } from 'node:crypto'
import { createKey, publicKeyOf } from '@canje/release-store'
import { startTestServer } from '@canje/shared-auth/test-server'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedStore } from '../../testing/signed-store'
import { remote as registered, withReleases } from '../../testing/test-remotes'
import { tabOutlet } from '../outlet'
import { candidatesOf, createRemotesStore, type RemotesStore } from '../store'
import { createTelemetry } from '../telemetry/telemetry'
import { createRegistryClient, type RegistryClient } from './client'
import type { RegistrySource } from './verify'

const users = registered('usuarios', 1)
const codes = registered('codigos', 2)

let server: Awaited<ReturnType<typeof startTestServer>>
let store: Awaited<ReturnType<typeof signedStore>>
let response: { status?: number; body: string } | 'disconnect'
let source: RegistrySource
/** The store of the last opened page. */
let page: RemotesStore
let client: RegistryClient

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  store = await signedStore()
  response = { body: await store.release(users) }
  server = await startTestServer(() => response)
  source = { registryUrl: `${server.url}/registry.json`, registryKeys: [store.publicKey] }
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  await server.close()
  await store.close()
})

/** Opens a page. */
function start(of: RegistrySource) {
  page = createRemotesStore()
  const report = createTelemetry({
    url: undefined,
    page: { builds: () => ({}), serviceUrls: [], releases: () => [], tab: () => undefined },
    isPreviewing: () => false,
  })
  client = createRegistryClient({ store: page, source: of, report })
}
const status = (expected: string) => waitFor(() => expect(page.getState().registry.status).toBe(expected))
const versions = () => {
  const { registry } = page.getState()
  return registry.status === 'ready'
    ? registry.remotes.map(({ name, live }) => `${name}@${live.version}`)
    : registry.status
}
/** Opens a new page. @returns its releases, or the status without any */
const started = async (of = source) => {
  start(of)
  await waitFor(() => expect(page.getState().registry.status).not.toBe('loading'))
  return versions()
}
const refetch = () => client.refetch()
const another = () => store.release(withReleases(users, '1.1.0'))

it('provides the remotes of a signed registry', async () => {
  start(source)
  expect(page.getState().registry.status).toBe('loading')
  await status('ready')
  expect(versions()).toEqual(['mf-usuarios@1.0.0'])
  expect(console.error).not.toHaveBeenCalled()
  expect(console.warn).not.toHaveBeenCalled()
})

it('shares one request among concurrent calls', async () => {
  start(source)
  await Promise.all([refetch(), refetch(), refetch()])
  expect(server.requests).toHaveLength(1)
  await refetch()
  expect(server.requests).toHaveLength(2)
})

it('verifies an unchanged registry once per page, and not its stored copy', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify')
  await started()
  await refetch()
  expect(verify).toHaveBeenCalledOnce()
  await started()
  expect(verify).toHaveBeenCalledTimes(2)
  expect(versions()).toEqual(['mf-usuarios@1.0.0'])
})

it('provides a new remote after a newer registry', async () => {
  await started()
  response = { body: await store.release(codes) }
  await refetch()
  expect(versions()).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@1.0.0'])
})

it('clears the failures of a remote once it has another live release', async () => {
  await started()
  page.dispatch({ type: 'failed', outlet: tabOutlet(users.name), release: users.live, error: new Error('404') })
  response = { body: await store.release(codes) }
  await refetch()
  expect(candidatesOf(page.getState(), users, tabOutlet(users.name))).toEqual([])
  response = { body: await another() }
  await refetch()
  expect(candidatesOf(page.getState(), users, tabOutlet(users.name))).toEqual([users.live])
})

/** Faulty responses of a registry, and the error message for each. */
const bad: [string, () => Promise<typeof response> | typeof response, RegExp][] = [
  ['no response', () => 'disconnect', /fetch/],
  ['a 503', () => ({ status: 503, body: 'down' }), /responded with 503/],
  ['a sign-in page', () => ({ body: '<html></html>' }), /responded with a web page/],
  ['text', () => ({ body: 'down' }), /refused. It is not JSON/],
  ['an unsigned registry', async () => ({ body: (await another()).replace('signature', 'other') }), /not signed/],
  ['an altered registry', async () => ({ body: (await another()).replace('"1.1.0"', '"6.6.6"') }), /altered/],
  ['a registry signed with another key', signedWithAnotherKey, /signed with key \w+, not with \w+/],
]

async function signedWithAnotherKey() {
  const other = await signedStore()
  const body = await other.release(withReleases(users, '6.6.6'))
  await other.close()
  return { body }
}

it.each(bad)(
  'fails on %s without a stored registry, and recovers on the next request',
  async (_name, give, message) => {
    const good = response
    response = await give()
    expect(await started()).toBe('failed')
    expect(String(vi.mocked(console.error).mock.lastCall?.[0])).toMatch(message)
    response = good
    await refetch()
    expect(versions()).toEqual(['mf-usuarios@1.0.0'])
  },
)

it('falls back to the last known good registry, of this page or of an earlier one', async () => {
  await started()
  response = await signedWithAnotherKey()
  await refetch()
  expect(versions()).toEqual(['mf-usuarios@1.0.0'])
  expect(await started()).toEqual(['mf-usuarios@1.0.0'])
})

it('reports a repeated error once', async () => {
  response = { body: 'down' }
  await started()
  await refetch()
  expect(console.error).toHaveBeenCalledOnce()
  expect(JSON.parse(vi.mocked(console.warn).mock.lastCall?.[1])).toMatchObject({
    type: 'registry-refused',
    reason: expect.stringContaining(source.registryUrl),
    shell: 'shell-build',
  })
})

it('reports no login page, and tells its kind', async () => {
  response = { body: '<html></html>' }
  await started()
  expect(page.getState().registry).toEqual({ status: 'failed', fault: { kind: 'sign-in-page' } })
  expect(console.warn).not.toHaveBeenCalled()
})

it.each(['down', ''])('rejects the same invalid response again: "%s"', async (body) => {
  response = { body }
  expect(await started()).toBe('failed')
  page.dispatch({ type: 'registry', registry: { status: 'loading' } })
  await refetch()
  expect(versions()).toBe('failed')
})

it('rejects a registry older than one that this browser has seen', async () => {
  const older = response
  response = { body: await another() }
  await started()
  response = older
  await refetch()
  expect(versions()).toEqual(['mf-usuarios@1.1.0'])
  expect(await started()).toEqual(['mf-usuarios@1.1.0'])
  expect(String(vi.mocked(console.error).mock.lastCall?.[0])).toMatch(/older than/)
})

describe('a key rotation', () => {
  let keys: { old: string; next: string }

  beforeEach(() => {
    const next = createPrivateKey(createKey())
    keys = { old: store.publicKey, next: publicKeyOf(next) }
    rekeyed = async () => ({ body: await store.rekey(next) })
  })
  let rekeyed: () => Promise<{ body: string }>

  it('keeps every tab of open pages, and of pages opened at each step', async () => {
    const both = { ...source, registryKeys: [keys.old, keys.next] }
    response = { body: await store.release(codes) }
    const tabs = ['mf-usuarios@1.0.0', 'mf-codigos@1.0.0']
    expect(await started(both)).toEqual(tabs)
    response = await rekeyed()
    await refetch()
    expect(versions()).toEqual(tabs)
    expect(await started(both)).toEqual(tabs)
    expect(await started({ ...source, registryKeys: [keys.next] })).toEqual(tabs)
    expect(console.error).not.toHaveBeenCalled()
    // The stored registry is verified with the same keys.
    response = 'disconnect'
    expect(await started({ ...source, registryKeys: [keys.next] })).toEqual(tabs)
  })

  it('keeps the tabs of a page that does not know the new key', async () => {
    await started()
    response = await rekeyed()
    await refetch()
    expect(versions()).toEqual(['mf-usuarios@1.0.0'])
    expect(String(vi.mocked(console.error).mock.lastCall?.[0])).toMatch(/signed with key/)
  })

  it('rejects every registry with an empty list of keys', async () => {
    expect(await started({ ...source, registryKeys: [] })).toBe('failed')
  })
})

describe('the stored registry', () => {
  const slowRegistry = () => vi.stubGlobal('fetch', () => new Promise(() => undefined))

  afterEach(() => {
    vi.useRealTimers()
  })

  it('is used after five seconds of a slow request, until the response arrives', async () => {
    await started()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let respond: (response: Response) => void = () => undefined
    vi.stubGlobal('fetch', () => new Promise((resolve) => (respond = resolve)))
    start(source)
    await vi.advanceTimersByTimeAsync(4999)
    expect(versions()).toBe('loading')
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await status('ready')
    expect(versions()).toEqual(['mf-usuarios@1.0.0'])
    respond(new Response(await another()))
    await waitFor(() => expect(versions()).toEqual(['mf-usuarios@1.1.0']))
  })

  it.each([
    ['was tampered with', (text: string) => text.replace('1.0.0', '6.6.6')],
    ['is not JSON', () => '{'],
    ['is of another registry', (text: string) => text.replace('/registry.json', '/other.json')],
  ])('is not used when it %s', async (_name, change) => {
    await started()
    localStorage.setItem('canje.registry', change(localStorage.getItem('canje.registry') ?? ''))
    response = 'disconnect'
    expect(await started()).toBe('failed')
  })

  it('is not used under another key', async () => {
    await started()
    response = 'disconnect'
    const other = await signedStore()
    await other.close()
    expect(await started({ ...source, registryKeys: [other.publicKey] })).toBe('failed')
  })

  it('is optional when the browser cannot store it', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('quota')
    })
    expect(await started()).toEqual(['mf-usuarios@1.0.0'])
    slowRegistry()
    expect(console.warn).toHaveBeenCalledOnce()
  })
})

describe('an invalid remote', () => {
  /** Unsigned: the release tools sign no invalid registry. */
  const listing = (serial: number, ...remotes: unknown[]) => ({
    body: JSON.stringify({ schema: 2, serial, remotes }),
  })

  beforeEach(() => {
    source = { registryUrl: source.registryUrl }
  })

  it('is omitted and reported once', async () => {
    response = listing(1, users, { ...codes, live: {} }, users)
    expect(await started()).toEqual(['mf-usuarios@1.0.0'])
    await refetch()
    expect(console.warn).toHaveBeenCalledOnce()
    expect(JSON.parse(vi.mocked(console.warn).mock.lastCall?.[1])).toMatchObject({
      type: 'releases-refused',
      reason: expect.stringMatching(/registry\.json .*remotes\.1\..*remotes\.2\./),
    })
  })

  it('uses its first valid previous release', async () => {
    const { live, previous } = withReleases(codes, '1.2.0', '1.1.0', '1.0.0')
    response = listing(1, users, { ...codes, live: { ...live, tab: null }, previous: [{}, ...previous] })
    expect(await started()).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@1.1.0'])
    expect(vi.mocked(console.warn).mock.lastCall?.[1]).toMatch(/remotes\.1\.live\.tab: .*remotes\.1\.previous\.0\./)
  })

  it('keeps its entry of the last known good registry, also after a reload', async () => {
    response = listing(1, codes, users)
    await started()
    response = listing(2, { ...codes, live: {} }, withReleases(users, '1.1.0'))
    await refetch()
    const kept = ['mf-usuarios@1.1.0', 'mf-codigos@1.0.0']
    expect(versions()).toEqual(kept)
    expect(await started()).toEqual(kept)
  })

  it('recovers from a stored registry with an entry that is not an http URL, even without a response', async () => {
    const [before] = withReleases(codes, '1.0.0', '0.9.0').previous
    const json = { schema: 2, serial: 3, remotes: [users, { ...codes, previous: [before] }] }
    const live = { ...codes.live, entry: 'data:text/javascript,alert(1)' }
    const stored = { ...json, remotes: [users, { ...codes, live, previous: [before] }] }
    localStorage.setItem('canje.registry', JSON.stringify({ registryUrl: source.registryUrl, serial: 3, json: stored }))
    response = 'disconnect'
    expect(await started()).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@0.9.0'])
    response = listing(4, users, codes)
    await refetch()
    expect(versions()).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@1.0.0'])
    expect(localStorage.getItem('canje.registry')).not.toContain('data:')
  })

  it('uses the last known good registry while the network is slow, then a response of the same serial', async () => {
    response = listing(1, codes, users)
    await started()
    response = listing(2, { ...codes, live: {} }, withReleases(users, '1.1.0'))
    await refetch()
    let respond: (response: Response) => void = () => undefined
    vi.stubGlobal('fetch', () => new Promise((resolve) => (respond = resolve)))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    start(source)
    await vi.advanceTimersByTimeAsync(5000)
    vi.useRealTimers()
    await status('ready')
    expect(versions()).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@1.0.0'])
    respond(new Response(response.body))
    await waitFor(() => expect(versions()).toEqual(['mf-usuarios@1.1.0', 'mf-codigos@1.0.0']))
  })

  it('is removed once the registry no longer names it', async () => {
    response = listing(1, codes, users)
    await started()
    response = listing(2, users)
    await refetch()
    expect(versions()).toEqual(['mf-usuarios@1.0.0'])
  })
})
