import type { Authority, RegisteredRemote } from '@canje/registry'
import { createTestKey } from '@canje/registry/testing'
import { startTestServer } from '@canje/shared-auth/test-server'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedRegistry, trusting } from '../../testing/signed-registry'
import { remote as registered, withReleases } from '../../testing/test-remotes'
import { tabOutlet } from '../outlet'
import { candidatesOf, createRemotesStore, type RemotesStore } from '../store'
import { createTelemetry } from '../telemetry/telemetry'
import { createRegistryClient, type RegistryClient } from './client'

const users = registered('usuarios')
const codes = registered('codigos')

let server: Awaited<ReturnType<typeof startTestServer>>
let released: Map<string, RegisteredRemote>
let serial: number
let response: { status?: number; body: string } | 'disconnect'
const authority = trusting(users, codes)
/** The store of the last opened page. */
let page: RemotesStore
let client: RegistryClient

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  released = new Map()
  serial = 1
  response = { body: await release(users) }
  server = await startTestServer(() => response)
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  await server.close()
})

/** Releases a remote. @returns the text of the registry */
async function release(remote: RegisteredRemote): Promise<string> {
  released.set(remote.name, remote)
  serial += 1
  return signedRegistry(serial, ...released.values())
}
/** Opens a page. */
function start(of: Authority = authority) {
  page = createRemotesStore(of)
  const report = createTelemetry({
    url: undefined,
    page: { builds: () => ({}), serviceUrls: [], releases: () => [], tab: () => undefined },
    isPreviewing: () => false,
  })
  client = createRegistryClient({ store: page, storeUrl: server.url, report })
}
const status = (expected: string) => waitFor(() => expect(page.getState().registry.status).toBe(expected))
const versions = () => {
  const { registry } = page.getState()
  return registry.status === 'ready'
    ? registry.remotes.map(({ name, live }) => `${name}@${live.version}`)
    : registry.status
}
/** Opens a new page. @returns its releases, or the status without any */
const started = async (of = authority) => {
  start(of)
  await waitFor(() => expect(page.getState().registry.status).not.toBe('loading'))
  return versions()
}
const refetch = () => client.refetch()
const another = () => release(withReleases(users, '1.1.0'))

it('provides the remotes of a signed registry', async () => {
  start()
  expect(page.getState().registry.status).toBe('loading')
  await status('ready')
  expect(versions()).toEqual(['mf-usuarios@1.0.0'])
  expect(console.error).not.toHaveBeenCalled()
  expect(console.warn).not.toHaveBeenCalled()
})

it('shares one request among concurrent calls', async () => {
  start()
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
  response = { body: await release(codes) }
  await refetch()
  expect(versions()).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@1.0.0'])
})

it('clears the failures of a remote once it has another live release', async () => {
  await started()
  page.dispatch({ type: 'failed', outlet: tabOutlet(users.name), release: users.live, error: new Error('404') })
  response = { body: await release(codes) }
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
  ['text', () => ({ body: 'down' }), /is refused. SyntaxError/],
  [
    'a registry of another store',
    async () => ({ body: (await another()).replace('store-1', 'other') }),
    /the store other/,
  ],
]

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
  response = { body: 'down' }
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
    reason: expect.stringContaining(`${server.url}/registry.json`),
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
  expect(vi.mocked(console.warn).mock.lastCall?.[1]).toMatch(/older than/)
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
    start()
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
    ['is of another store', (text: string) => text.replace('store-1', 'other')],
  ])('is not used when it %s', async (_name, change) => {
    await started()
    localStorage.setItem('canje.registry', change(localStorage.getItem('canje.registry') ?? ''))
    response = 'disconnect'
    expect(await started()).toBe('failed')
  })

  it('is ignored in silence when it is of an earlier form, and so are serials', async () => {
    localStorage.setItem(
      'canje.registry',
      JSON.stringify({ registryUrl: server.url, json: { schema: 3, remotes: [] } }),
    )
    localStorage.setItem('canje.serials', JSON.stringify({ 'store-1': 7 }))
    expect(await started()).toEqual(['mf-usuarios@1.0.0'])
    expect(console.error).not.toHaveBeenCalled()
    expect(console.warn).not.toHaveBeenCalled()
  })

  it('is not used under another key', async () => {
    await started()
    response = 'disconnect'
    const other = await createTestKey()
    expect(await started({ ...authority, operatorKeys: [other.publicKey] })).toBe('failed')
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
  const listing = async (serial: number, ...remotes: Parameters<typeof signedRegistry>[1][]) => ({
    body: await signedRegistry(serial, ...remotes),
  })

  it('is omitted and reported once', async () => {
    response = await listing(1, users, { ...codes, live: {} }, users)
    expect(await started()).toEqual(['mf-usuarios@1.0.0'])
    await refetch()
    expect(console.warn).toHaveBeenCalledTimes(2)
    expect(JSON.parse(vi.mocked(console.warn).mock.calls[0]?.[1])).toMatchObject({
      type: 'releases-refused',
      name: 'mf-codigos',
      reason: expect.stringMatching(/^remotes\.1\.live\.version/),
    })
  })

  it('uses its first valid previous release', async () => {
    const { live, previous } = withReleases(codes, '1.2.0', '1.1.0', '1.0.0')
    response = await listing(1, users, { ...codes, live: { ...live, build: null }, previous: [{}, ...previous] })
    expect(await started()).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@1.1.0'])
    expect(vi.mocked(console.warn).mock.lastCall?.[1]).toMatch(/remotes\.1\.live\.build: .*remotes\.1\.previous\.0\./)
  })

  it('keeps its entry of the last known good registry, also after a reload', async () => {
    response = await listing(1, codes, users)
    await started()
    response = await listing(2, { ...codes, live: {} }, withReleases(users, '1.1.0'))
    await refetch()
    const kept = ['mf-usuarios@1.1.0', 'mf-codigos@1.0.0']
    expect(versions()).toEqual(kept)
    expect(await started()).toEqual(kept)
  })

  it('uses the last known good registry while the network is slow, then a response of the same serial', async () => {
    response = await listing(1, codes, users)
    await started()
    response = await listing(2, { ...codes, live: {} }, withReleases(users, '1.1.0'))
    await refetch()
    let respond: (response: Response) => void = () => undefined
    vi.stubGlobal('fetch', () => new Promise((resolve) => (respond = resolve)))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    start()
    await vi.advanceTimersByTimeAsync(5000)
    vi.useRealTimers()
    await status('ready')
    expect(versions()).toEqual(['mf-usuarios@1.1.0', 'mf-codigos@1.0.0'])
    respond(new Response(response.body))
    await client.refetch()
    expect(versions()).toEqual(['mf-usuarios@1.1.0', 'mf-codigos@1.0.0'])
  })
})
