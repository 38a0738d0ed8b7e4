import { type Authority, keyIdOf, type RegisteredRemote } from '@canje/registry'
import { createTestKey, exampleEntry, exampleRegistry, signEntry, type TestKey } from '@canje/registry/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authorityOf, remote as registered, withReleases } from '../../testing/test-remotes'
import { createRemotesStore, type RemotesStore } from '../store'
import type { TelemetryEvent } from '../telemetry/event'
import { createTelemetry } from '../telemetry/telemetry'
import { createRegistryClient, type RegistryClient } from './client'

const [operator, usersKey, codesKey, nextKey] = await Promise.all([
  createTestKey(),
  createTestKey(),
  createTestKey(),
  createTestKey(),
])
const users = registered('usuarios')
const codes = withReleases(registered('codigos'), '1.0.0')
const newerUsers = withReleases(users, '1.1.0')
const newerCodes = withReleases(codes, '1.1.0')

/** The menu with these keys of Codigos. */
function trusting(...keys: TestKey[]): Authority {
  const menu = authorityOf(users, codes)
  const remotes = menu.remotes.map((listed) => ({
    ...listed,
    keys: (listed.name === users.name ? [usersKey] : keys).map(({ publicKey }) => publicKey),
  }))
  return { ...menu, operatorKeys: [operator.publicKey], remotes }
}
const authority = trusting(codesKey)

let body: string
let page: RemotesStore
let client: RegistryClient
let reports: TelemetryEvent[]

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation((_label, json) => {
    const { shell: _shell, builds: _builds, at: _at, ...event } = JSON.parse(json)
    reports.push(event)
  })
  vi.stubGlobal('fetch', async () => new Response(body))
  reports = []
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** Opens a page. @returns its releases, or the status without any */
async function open(of = authority) {
  page = createRemotesStore(of)
  const report = createTelemetry({
    url: undefined,
    page: { builds: () => ({}), serviceUrls: [], releases: () => [], tab: () => undefined },
    isPreviewing: () => false,
  })
  client = createRegistryClient({ store: page, storeUrl: 'http://store.test', report })
  await client.refetch()
  return versions()
}
async function refetch() {
  await client.refetch()
  return versions()
}
function versions() {
  const { registry } = page.getState()
  return registry.status === 'ready'
    ? registry.remotes.map(({ name, live }) => `${name}@${live.version}`)
    : registry.status
}

const entryOf = ({ name, live, previous }: RegisteredRemote, key: TestKey, changes = {}) =>
  signEntry(exampleEntry(name, live, { previous, ...changes }), key)
/** Serves a registry with these entries. */
async function serve(entries: unknown[], storeId?: string) {
  body = JSON.stringify(exampleRegistry(await Promise.all(entries.map(async (entry) => Object(await entry))), storeId))
}
const good = () => serve([entryOf(users, usersKey), entryOf(codes, codesKey)])
const GOOD = ['mf-usuarios@1.0.0', 'mf-codigos@1.0.0']

/** Entries of Codigos that no page shows, with the reason and the key of the one report; the registry package tests more. */
const attacks: [string, () => unknown, RegExp, TestKey?][] = [
  ['signed by the key of another team', () => entryOf(newerCodes, usersKey), /signed with key/, usersKey],
  [
    'that is replayed',
    () => entryOf(withReleases(codes, '0.9.0'), codesKey, { serial: 9 }),
    /has the serial 9, which is older than 10/,
    codesKey,
  ],
  ['that is malformed', () => entryOf(newerCodes, codesKey, { withdrawn: null }), /remotes\.1\.withdrawn/],
  ['that is left out', () => undefined, /^mf-codigos has no entry$/],
  [
    'with a withdrawn live version',
    () => entryOf(newerCodes, codesKey, { serial: 11, withdrawn: ['1.1.0'] }),
    /withdrawn/,
    codesKey,
  ],
  [
    'with deep nesting',
    async () => ({ ...(await entryOf(newerCodes, codesKey)), more: '[[DEEP]]' }),
    /cannot be/,
    codesKey,
  ],
]

/** What a browser that has seen no newer entry cannot detect. */
const NEEDS_SEEN = ['that is replayed', 'that is left out']

describe.each(attacks)('an entry %s', (name, entry, reason, key) => {
  beforeEach(async () => {
    await good()
    await open()
    await serve([entryOf(newerUsers, usersKey), (await entry()) ?? []].flat())
    body = body.replace('"[[DEEP]]"', '['.repeat(20_000) + ']'.repeat(20_000))
  })
  const event = async () => ({
    type: 'releases-refused',
    name: 'mf-codigos',
    reason: expect.stringMatching(reason),
    keyId: key && (await keyIdOf(key.publicKey)),
  })

  it('leaves the last known good one in open and new pages, which report it once', async () => {
    const kept = ['mf-usuarios@1.1.0', 'mf-codigos@1.0.0']
    expect(await refetch()).toEqual(kept)
    body += ' '
    expect(await refetch()).toEqual(kept)
    expect(reports).toEqual([await event()])
    expect(await open()).toEqual(kept)
    expect(reports).toEqual([await event(), await event()])
  })

  it('leaves the tab of an open page when storage is damaged', async () => {
    localStorage.setItem('canje.registry', '{')
    expect(await refetch()).toEqual(['mf-usuarios@1.1.0', 'mf-codigos@1.0.0'])
  })

  if (NEEDS_SEEN.includes(name)) return
  it('is not shown by a new browser, which reports it', async () => {
    localStorage.clear()
    expect(await open()).toEqual(['mf-usuarios@1.1.0'])
    expect(reports).toEqual([await event()])
  })
})

/** Registries that are refused as a whole. */
const registries: [string, () => unknown, RegExp][] = [
  ['of another store', async () => (body = body.replace('"store-1"', '"store-2"')), /of the store store-2/],
  [
    'of 10 MB',
    () => (body = `${body.slice(0, -1)},"more":"${'a'.repeat(10_000_000)}"}`),
    /more than 4000000 characters/,
  ],
  ['of another format', async () => (body = body.replace('"format":1', '"format":2')), /registry\.format/],
  ['whose entries are not a list', () => (body = body.replace('"remotes":', '"entries":')), /registry\.remotes/],
  ['of deep nesting', () => (body = '['.repeat(100_000)), /is refused/],
]

it.each(registries)('a registry %s leaves every tab, and is reported once', async (_name, change, reason) => {
  await good()
  await open()
  await change()
  const before = page.getState().registry
  await refetch()
  await refetch()
  const refusals = reports.filter(({ type }) => type === 'registry-refused')
  expect(refusals).toEqual([{ type: 'registry-refused', reason: expect.stringMatching(reason) }])
  expect(page.getState().registry).toBe(before)
})

it.each([
  ['no entry', () => []],
  ['refused entries only', () => [entryOf(newerUsers, codesKey), entryOf(newerCodes, usersKey)]],
])('a registry with %s leaves every release, and a new browser has none', async (_name, entries) => {
  await good()
  await open()
  await serve(entries())
  expect(await refetch()).toEqual(GOOD)
  expect(reports).toMatchObject([{ name: 'mf-usuarios' }, { name: 'mf-codigos' }])
  localStorage.clear()
  expect(await open()).toEqual([])
})

describe('the serials', () => {
  it('survive a damaged registry item: a browser without its last known good registry shows no older entry', async () => {
    await serve([entryOf(users, usersKey), entryOf(newerCodes, codesKey, { serial: 12 })])
    await open()
    localStorage.setItem('canje.registry', '{"json":')
    await good()
    expect(await open()).toEqual(['mf-usuarios@1.0.0'])
    expect(reports).toMatchObject([{ name: 'mf-codigos', reason: expect.stringContaining('older than 12') }])
  })

  it('count in the page when storage is denied', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('quota')
    })
    await serve([entryOf(users, usersKey), entryOf(newerCodes, codesKey, { serial: 12 })])
    await open()
    await good()
    expect(await refetch()).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@1.1.0'])
  })

  it('are those of one store', async () => {
    await serve([entryOf(users, usersKey), entryOf(newerCodes, codesKey, { serial: 12 })])
    await open()
    await serve(
      [users, codes].map(({ name, live }) => signEntry(exampleEntry(name, live), operator, 'b')),
      'b',
    )
    expect(await open({ ...authority, storeId: 'b' })).toEqual(GOOD)
  })
})

it('keeps each remote for a page without a response, also one that was refused last', async () => {
  await good()
  await open()
  await serve([entryOf(newerUsers, usersKey), entryOf(newerCodes, usersKey)])
  await refetch()
  body = 'down'
  expect(await open()).toEqual(['mf-usuarios@1.1.0', 'mf-codigos@1.0.0'])
})

it('leaves out a stored entry that was changed, and keeps the others', async () => {
  await good()
  await open()
  const stored = localStorage.getItem('canje.registry') ?? ''
  localStorage.setItem('canje.registry', stored.replace(/"1\.0\.0"(?!.*"1\.0\.0")/, '"6.6.6"'))
  body = 'down'
  expect(await open()).toEqual(['mf-usuarios@1.0.0'])
})

describe('a withdrawn version', () => {
  it('is no fallback, and not the last known good release either', async () => {
    await serve([entryOf(users, usersKey), entryOf(withReleases(codes, '1.1.0', '1.0.0'), codesKey)])
    await open()
    await serve([entryOf(users, usersKey), entryOf(newerCodes, codesKey, { serial: 11, withdrawn: ['1.1.0'] })])
    expect(await refetch()).toEqual(GOOD)
  })
})

describe('a key rotation of one team', () => {
  const rotated = () => serve([entryOf(users, usersKey), entryOf(newerCodes, nextKey, { serial: 11 })])

  it('keeps every tab of open pages, and of pages opened at each step', async () => {
    await good()
    expect(await open(trusting(codesKey, nextKey))).toEqual(GOOD)
    await rotated()
    const next = ['mf-usuarios@1.0.0', 'mf-codigos@1.1.0']
    expect(await refetch()).toEqual(next)
    expect(await open(trusting(codesKey, nextKey))).toEqual(next)
    expect(await open(trusting(nextKey))).toEqual(next)
    expect(reports).toEqual([])
  })

  it('leaves a page that does not know the new key with its tab', async () => {
    await good()
    await open()
    await rotated()
    expect(await refetch()).toEqual(GOOD)
    expect(reports).toMatchObject([
      { type: 'releases-refused', name: 'mf-codigos', keyId: await keyIdOf(nextKey.publicKey) },
    ])
  })

  it('ends with a stored entry of the old key that is not used', async () => {
    await good()
    await open()
    body = 'down'
    expect(await open(trusting(nextKey))).toEqual(['mf-usuarios@1.0.0'])
  })
})

describe('an open page whose configuration changes', () => {
  const change = async (to: Authority) => {
    page.dispatch({ type: 'authority', authority: to })
    await client.verifyAgain()
    return versions()
  }

  beforeEach(async () => {
    await serve([entryOf(users, usersKey), entryOf(newerCodes, nextKey)])
    await open()
  })

  it('verifies the last response again, without a request', async () => {
    expect(versions()).toEqual(['mf-usuarios@1.0.0'])
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no request')))
    expect(await change(trusting(codesKey, nextKey))).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@1.1.0'])
  })

  it('shows nothing that a key has signed which is trusted no longer', async () => {
    await change(trusting(nextKey))
    expect(await change(trusting(codesKey))).toEqual(['mf-usuarios@1.0.0'])
  })

  it('verifies the stored registry again while the store does not respond', async () => {
    await change(trusting(nextKey))
    body = 'down'
    expect(await open(trusting(nextKey))).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@1.1.0'])
    expect(await change(trusting(codesKey))).toEqual(['mf-usuarios@1.0.0'])
  })

  it('never loses a tab whose key was replaced, in the registry too, while the page slept', async () => {
    await change(trusting(nextKey))
    await serve([entryOf(users, usersKey), entryOf(newerCodes, codesKey, { serial: 11 })])
    const missed: unknown[] = []
    page.subscribe(() => {
      if (versions().length < 2) missed.push(versions())
    })
    expect(await change(trusting(codesKey))).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@1.1.0'])
    expect(missed).toEqual([])
  })

  it('drops a remote that is listed no longer', async () => {
    expect(await change({ ...authority, remotes: [] })).toEqual([])
  })
})
