import { createPrivateKey } from 'node:crypto'
import { waitFor } from '@testing-library/react'
import { createKey, publicKeyOf } from 'registry/store'
import { startTestServer } from 'shared-auth/test-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedStore } from '../../testing/signed-store'
import { remote as registered, withReleases } from '../../testing/test-remotes'
import { candidatesOf, createRemotesStore, type RemotesStore } from '../store'
import { createTelemetry } from '../telemetry'
import { createRegistryClient, type RegistryClient } from './client'
import type { RegistrySource } from './verify'

const users = registered('usuarios', 1)
const codes = registered('codigos', 2)

let server: Awaited<ReturnType<typeof startTestServer>>
let store: Awaited<ReturnType<typeof signedStore>>
let answer: { status?: number; body: string } | 'no answer'
let source: RegistrySource
/** Of the page that was opened last. */
let page: RemotesStore
let client: RegistryClient

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  store = await signedStore()
  answer = { body: await store.release(users) }
  server = await startTestServer(() => answer)
  source = { registryUrl: `${server.url}/registry.json`, registryKeys: [store.publicKey] }
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  await server.close()
  await store.close()
})

const report = createTelemetry({ url: undefined, builds: () => ({}), isPreviewing: () => false })
/** Opens a page. */
function start(of: RegistrySource) {
  page = createRemotesStore()
  client = createRegistryClient({ store: page, source: of, report })
}
const status = (expected: string) => waitFor(() => expect(page.getState().registry.status).toBe(expected))
const versions = () => {
  const { registry } = page.getState()
  return registry.status === 'ready'
    ? registry.remotes.map(({ name, live }) => `${name}@${live.version}`)
    : registry.status
}
/** What a user finds who opens the shell anew. */
const started = async (of = source) => {
  start(of)
  await waitFor(() => expect(page.getState().registry.status).not.toBe('loading'))
  return versions()
}
const rereads = () => client.refetch()
const another = () => store.release(withReleases(users, '1.1.0'))

it('holds the remotes of a signed registry', async () => {
  start(source)
  expect(page.getState().registry.status).toBe('loading')
  await status('ready')
  expect(versions()).toEqual(['mf-usuarios@1.0.0'])
  expect(console.error).not.toHaveBeenCalled()
  expect(console.warn).not.toHaveBeenCalled()
})

it('never asks twice at once', async () => {
  start(source)
  await Promise.all([rereads(), rereads(), rereads()])
  expect(server.calls).toHaveLength(1)
  await rereads()
  expect(server.calls).toHaveLength(2)
})

it('verifies an unchanged registry once a page, and not the stored one beside it', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify')
  await started()
  await rereads()
  expect(verify).toHaveBeenCalledOnce()
  await started()
  expect(verify).toHaveBeenCalledTimes(2)
  expect(versions()).toEqual(['mf-usuarios@1.0.0'])
})

it('names a new remote when a newer registry is there', async () => {
  await started()
  answer = { body: await store.release(codes) }
  await rereads()
  expect(versions()).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@1.0.0'])
})

it('forgets which builds of a remote failed once it has another live release', async () => {
  await started()
  page.dispatch({ type: 'failed', remote: users.name, release: users.live, reason: '404' })
  answer = { body: await store.release(codes) }
  await rereads()
  expect(candidatesOf(page.getState(), users)).toEqual([])
  answer = { body: await another() }
  await rereads()
  expect(candidatesOf(page.getState(), users)).toEqual([users.live])
})

/** What a registry may answer instead of what it should, and what the shell says of it. */
const bad: [string, () => Promise<typeof answer> | typeof answer, RegExp][] = [
  ['no answer', () => 'no answer', /fetch/],
  ['a 503', () => ({ status: 503, body: 'down' }), /answered 503/],
  ['HTML', () => ({ body: '<html></html>' }), /refused. It is not JSON/],
  ['an empty response', () => ({ body: '' }), /refused. It is not JSON/],
  ['only white space', () => ({ body: ' \n\t' }), /refused. It is not JSON/],
  ['null', () => ({ body: 'null' }), /refused. The registry is not signed/],
  ['a list', () => ({ body: '[]' }), /refused. The registry is not signed/],
  ['an unsigned registry', async () => ({ body: (await another()).replace('signature', 'other') }), /not signed/],
  ['an altered registry', async () => ({ body: (await another()).replace('"1.1.0"', '"6.6.6"') }), /altered/],
  ['a registry signed with another key', foreign, /signed with key \w+, not with \w+/],
  ['another schema', () => ({ body: '{"schema":9}' }), /not signed/],
]

async function foreign() {
  const other = await signedStore()
  const body = await other.release(withReleases(users, '6.6.6'))
  await other.close()
  return { body }
}

describe.each(bad)('%s', (_name, give, complaint) => {
  it('leaves no tabs to a shell that has seen no registry; reading it again recovers', async () => {
    const good = answer
    answer = await give()
    expect(await started()).toBe('failed')
    expect(String(vi.mocked(console.error).mock.lastCall?.[0])).toMatch(complaint)
    answer = good
    await rereads()
    expect(versions()).toEqual(['mf-usuarios@1.0.0'])
  })

  it('gives way to the last good registry, of this page or of an earlier one', async () => {
    await started()
    answer = await give()
    await rereads()
    expect(versions()).toEqual(['mf-usuarios@1.0.0'])
    expect(await started()).toEqual(['mf-usuarios@1.0.0'])
  })
})

it('says once that the registry stays bad', async () => {
  answer = { body: '<html></html>' }
  await started()
  await rereads()
  expect(console.error).toHaveBeenCalledOnce()
  expect(JSON.parse(vi.mocked(console.warn).mock.lastCall?.[1])).toMatchObject({
    type: 'registry-refused',
    reason: expect.stringContaining(source.registryUrl),
    shell: 'shell-build',
  })
})

it.each(['<html></html>', ''])('refuses the same bad registry again when it is asked for anew: "%s"', async (body) => {
  answer = { body }
  expect(await started()).toBe('failed')
  page.dispatch({ type: 'registry', registry: { status: 'loading' } })
  await rereads()
  expect(versions()).toBe('failed')
})

it('refuses a registry that is older than one this browser has seen', async () => {
  const older = answer
  answer = { body: await another() }
  await started()
  answer = older
  await rereads()
  expect(versions()).toEqual(['mf-usuarios@1.1.0'])
  expect(await started()).toEqual(['mf-usuarios@1.1.0'])
  expect(String(vi.mocked(console.error).mock.lastCall?.[0])).toMatch(/older than/)
})

describe('a change of keys', () => {
  let keys: { old: string; next: string }

  beforeEach(() => {
    const next = createPrivateKey(createKey())
    keys = { old: store.publicKey, next: publicKeyOf(next) }
    rekeyed = async () => ({ body: await store.rekey(next) })
  })
  let rekeyed: () => Promise<{ body: string }>

  it('keeps every tab of a page that is open, and of pages that are opened before, between and after its steps', async () => {
    const both = { ...source, registryKeys: [keys.old, keys.next] }
    answer = { body: await store.release(codes) }
    const tabs = ['mf-usuarios@1.0.0', 'mf-codigos@1.0.0']
    expect(await started(both)).toEqual(tabs)
    answer = await rekeyed()
    await rereads()
    expect(versions()).toEqual(tabs)
    expect(await started(both)).toEqual(tabs)
    expect(await started({ ...source, registryKeys: [keys.next] })).toEqual(tabs)
    expect(console.error).not.toHaveBeenCalled()
    // The stored registry is verified with the same keys.
    answer = 'no answer'
    expect(await started({ ...source, registryKeys: [keys.next] })).toEqual(tabs)
  })

  it('leaves its tabs to a page that was opened before it was told of the new key', async () => {
    await started()
    answer = await rekeyed()
    await rereads()
    expect(versions()).toEqual(['mf-usuarios@1.0.0'])
    expect(String(vi.mocked(console.error).mock.lastCall?.[0])).toMatch(/signed with key/)
  })

  it('never takes an empty list of keys for a registry that need not be signed', async () => {
    expect(await started({ ...source, registryKeys: [] })).toBe('failed')
  })
})

describe('the stored registry', () => {
  const slowRegistry = () => vi.stubGlobal('fetch', () => new Promise(() => undefined))

  afterEach(() => {
    vi.useRealTimers()
  })

  it('is used after one second where the registry is slow, which may still answer', async () => {
    await started()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let respond: (response: Response) => void = () => undefined
    vi.stubGlobal('fetch', () => new Promise((resolve) => (respond = resolve)))
    start(source)
    await vi.advanceTimersByTimeAsync(999)
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
    ['is no JSON', () => '{'],
    ['is of another registry', (text: string) => text.replace('/registry.json', '/other.json')],
  ])('is not used when it %s', async (_name, change) => {
    await started()
    localStorage.setItem('canje.registry', change(localStorage.getItem('canje.registry') ?? ''))
    answer = 'no answer'
    expect(await started()).toBe('failed')
  })

  it('is not used under another key', async () => {
    await started()
    answer = 'no answer'
    const other = await signedStore()
    await other.close()
    expect(await started({ ...source, registryKeys: [other.publicKey] })).toBe('failed')
  })

  it('is done without where the browser stores nothing', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('quota')
    })
    expect(await started()).toEqual(['mf-usuarios@1.0.0'])
    slowRegistry()
    expect(console.warn).toHaveBeenCalledOnce()
  })
})

describe('a remote that cannot be used', () => {
  /** Not signed, as nothing that writes a registry would sign it. */
  const listing = (serial: number, ...remotes: unknown[]) => ({
    body: JSON.stringify({ schema: 2, serial, remotes }),
  })

  beforeEach(() => {
    source = { registryUrl: source.registryUrl }
  })

  it('is left out, which the operator hears of once', async () => {
    answer = listing(1, users, { ...codes, live: {} }, users)
    expect(await started()).toEqual(['mf-usuarios@1.0.0'])
    await rereads()
    expect(console.warn).toHaveBeenCalledOnce()
    expect(JSON.parse(vi.mocked(console.warn).mock.lastCall?.[1])).toMatchObject({
      type: 'releases-refused',
      reason: expect.stringMatching(/registry\.json .*remotes\.1\..*remotes\.2\./),
    })
  })

  it('goes on with the first of its previous releases that can be', async () => {
    const { live, previous } = withReleases(codes, '1.2.0', '1.1.0', '1.0.0')
    answer = listing(1, users, { ...codes, live: { ...live, tab: null }, previous: [{}, ...previous] })
    expect(await started()).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@1.1.0'])
    expect(vi.mocked(console.warn).mock.lastCall?.[1]).toMatch(/remotes\.1\.live\.tab: .*remotes\.1\.previous\.0\./)
  })

  it('keeps its tab as the last good registry had it, after a reload too', async () => {
    answer = listing(1, codes, users)
    await started()
    answer = listing(2, { ...codes, live: {} }, withReleases(users, '1.1.0'))
    await rereads()
    const kept = ['mf-usuarios@1.1.0', 'mf-codigos@1.0.0']
    expect(versions()).toEqual(kept)
    expect(await started()).toEqual(kept)
  })

  it('recovers from a stored registry with an entry that is no http URL, without a new one too', async () => {
    const [before] = withReleases(codes, '1.0.0', '0.9.0').previous
    const json = { schema: 2, serial: 3, remotes: [users, { ...codes, previous: [before] }] }
    const live = { ...codes.live, entry: 'data:text/javascript,alert(1)' }
    const stored = { ...json, remotes: [users, { ...codes, live, previous: [before] }] }
    localStorage.setItem('canje.registry', JSON.stringify({ registryUrl: source.registryUrl, serial: 3, json: stored }))
    answer = 'no answer'
    expect(await started()).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@0.9.0'])
    answer = listing(4, users, codes)
    await rereads()
    expect(versions()).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@1.0.0'])
    expect(localStorage.getItem('canje.registry')).not.toContain('data:')
  })

  it('leaves the last good registry to a slow start, and what has its serial is taken when it answers', async () => {
    answer = listing(1, codes, users)
    await started()
    answer = listing(2, { ...codes, live: {} }, withReleases(users, '1.1.0'))
    await rereads()
    let respond: (response: Response) => void = () => undefined
    vi.stubGlobal('fetch', () => new Promise((resolve) => (respond = resolve)))
    expect(await started()).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@1.0.0'])
    respond(new Response(answer.body))
    await waitFor(() => expect(versions()).toEqual(['mf-usuarios@1.1.0', 'mf-codigos@1.0.0']))
  })

  it('goes once the registry names it no more', async () => {
    answer = listing(1, codes, users)
    await started()
    answer = listing(2, users)
    await rereads()
    expect(versions()).toEqual(['mf-usuarios@1.0.0'])
  })
})
