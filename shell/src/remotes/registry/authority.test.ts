import { type Authority, keyIdOf, type RegisteredRemote } from '@canje/registry'
import { createTestKey, exampleEntry, signEntry, signedRegistry, type TestKey } from '@canje/registry/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { remote as registered, withReleases } from '../../testing/test-remotes'
import { createRemotesStore, type RemotesStore } from '../store'
import type { TelemetryEvent } from '../telemetry/event'
import { createTelemetry } from '../telemetry/telemetry'
import { createRegistryClient, type RegistryClient } from './client'
import type { RegistrySource } from './verify'

const [operator, usersKey, codesKey, nextKey, wholeKey] = await Promise.all([
  createTestKey(),
  createTestKey(),
  createTestKey(),
  createTestKey(),
  createTestKey(),
])
const users = registered('usuarios', 1)
const codes = withReleases(registered('codigos', 2), '1.0.0')
const newerUsers = withReleases(users, '1.1.0')
const newerCodes = withReleases(codes, '1.1.0')

const reserved = ({ live: { tab } }: RegisteredRemote, key: TestKey, ...slots: string[]) => ({
  keys: [key.publicKey],
  tab: { id: tab.id, label: tab.label, order: tab.order },
  slots,
})
const authority: Authority = {
  storeId: 'store-1',
  operatorKeys: [operator.publicKey],
  remotes: { 'mf-usuarios': reserved(users, usersKey, 'detalle:usuario'), 'mf-codigos': reserved(codes, codesKey) },
}
const registryUrl = 'http://remotes.example/registry.json'
const source: RegistrySource = { registryUrl, authority }

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
async function open(of = source) {
  page = createRemotesStore()
  const report = createTelemetry({
    url: undefined,
    page: { builds: () => ({}), serviceUrls: [], releases: () => [], tab: () => undefined },
    isPreviewing: () => false,
  })
  client = createRegistryClient({ store: page, source: of, report })
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
/** Serves a registry of schema 3 with these entries, and the stamp of an operator who has seen the serials 10. */
async function serve(entries: unknown[], changes: object = {}) {
  const stamp = { serials: { 'mf-usuarios': 10, 'mf-codigos': 10 }, ...changes }
  const remotes = await Promise.all(entries.map(async (entry) => Object(await entry)))
  body = JSON.stringify(await signedRegistry({ remotes, stamp }, operator))
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

describe.each(attacks)('an entry %s', (_name, entry, reason, key) => {
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
  ['of schema 2', async () => (body = JSON.stringify(await wholeRegistry())), /registry\.schema/],
  ['whose entries are not a list', () => (body = body.replace('"remotes":', '"entries":')), /registry\.remotes/],
  ['of deep nesting', () => (body = '['.repeat(100_000)), /not JSON/],
]
const wholeRegistry = (serial = 20, ...remotes: RegisteredRemote[]) =>
  wholeKey.sign({ schema: 2, serial, remotes: remotes.length > 0 ? remotes : [newerUsers, newerCodes] })

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
])('a registry with %s leaves every tab, and fails in a new browser', async (_name, entries) => {
  await good()
  await open()
  await serve(entries())
  expect(await refetch()).toEqual(GOOD)
  expect(reports).toMatchObject([{ name: 'mf-usuarios' }, { name: 'mf-codigos' }])
  localStorage.clear()
  expect(await open()).toBe('failed')
  expect(reports.at(-1)).toMatchObject({
    type: 'registry-refused',
    reason: expect.stringContaining('no usable remote'),
  })
})

describe('the serials', () => {
  it('survive a damaged registry item: a browser without its last known good registry shows no older entry', async () => {
    await serve([entryOf(users, usersKey), entryOf(newerCodes, codesKey, { serial: 12 })])
    await open()
    localStorage.setItem('canje.registry', '{"registryUrl":')
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
    const remotes = await Promise.all(
      [users, codes].map(({ name, live }) => signEntry(exampleEntry(name, live), operator, 'b')),
    )
    body = JSON.stringify(await signedRegistry({ remotes, storeId: 'b' }, operator))
    expect(await open({ ...source, authority: { ...authority, storeId: 'b' } })).toEqual(GOOD)
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

describe('a retired remote', () => {
  const retired = () =>
    serve([entryOf(users, usersKey), signEntry(exampleEntry('mf-codigos', null, { serial: 11 }), codesKey)])

  it('has no tab, and its older entry brings none back', async () => {
    await good()
    await open()
    await retired()
    expect(await refetch()).toEqual(['mf-usuarios@1.0.0'])
    expect(reports).toEqual([])
    await good()
    expect(await refetch()).toEqual(['mf-usuarios@1.0.0'])
    expect(await open()).toEqual(['mf-usuarios@1.0.0'])
  })

  it('has no tab when its older entry is listed too', async () => {
    await good()
    await open()
    const tombstone = signEntry(exampleEntry('mf-codigos', null, { serial: 11 }), codesKey)
    await serve([entryOf(users, usersKey), tombstone, entryOf(codes, codesKey)])
    expect(await refetch()).toEqual(['mf-usuarios@1.0.0'])
    expect(reports).toMatchObject([{ name: 'mf-codigos', reason: 'mf-codigos is listed twice' }])
  })

  it('comes back with a newer entry', async () => {
    await retired()
    await open()
    await serve([entryOf(users, usersKey), entryOf(newerCodes, codesKey, { serial: 12 })])
    expect(await refetch()).toEqual(['mf-usuarios@1.0.0', 'mf-codigos@1.1.0'])
  })
})

describe('a stamp', () => {
  it.each([
    ['in the past', { at: '2026-01-01T00:00:00.000Z', expires: '2026-01-08T00:00:00.000Z' }, /stale/],
    ['of 2500', { at: '2500-01-01T00:00:00.000Z', expires: '2500-01-02T00:00:00.000Z' }, /stale/],
    ['until 2500', { expires: '2500-01-01T00:00:00.000Z' }, /stale/],
  ])('%s is reported once, and the tabs are those of the registry', async (_name, stamp, reason) => {
    await serve([entryOf(newerUsers, usersKey), entryOf(newerCodes, codesKey)], stamp)
    expect(await open()).toEqual(['mf-usuarios@1.1.0', 'mf-codigos@1.1.0'])
    await refetch()
    const operatorId = await keyIdOf(operator.publicKey)
    expect(reports).toEqual([{ type: 'stamp-refused', reason: expect.stringMatching(reason), keyId: operatorId }])
  })

  it('that expires while the page is open is reported, though the registry is unchanged', async () => {
    await good()
    await open()
    expect(reports).toEqual([])
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 8 * 86_400_000)
    expect(await refetch()).toEqual(GOOD)
    expect(reports).toMatchObject([{ type: 'stamp-refused', reason: expect.stringContaining('stale') }])
  })
})

describe('a key rotation of one team', () => {
  const trusting = (...keys: TestKey[]): RegistrySource => {
    const own = { ...authority.remotes['mf-codigos'], slots: [], keys: keys.map(({ publicKey }) => publicKey) }
    return { ...source, authority: { ...authority, remotes: { ...authority.remotes, 'mf-codigos': own } } }
  }
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

describe('the change from schema 2', () => {
  const whole = { registryUrl, registryKeys: [wholeKey.publicKey] }
  const both = { ...source, ...whole }
  const serveWhole = async (...args: Parameters<typeof wholeRegistry>) => {
    body = JSON.stringify(await wholeRegistry(...args))
  }

  it('leaves the tabs of a shell with registryKey only, in open and new pages', async () => {
    await serveWhole(20, users, codes)
    expect(await open(whole)).toEqual(GOOD)
    await serve([entryOf(newerUsers, usersKey), entryOf(newerCodes, codesKey)])
    expect(await refetch()).toEqual(GOOD)
    expect(await open(whole)).toEqual(GOOD)
    expect(reports).toMatchObject([{ type: 'registry-refused' }, { type: 'registry-refused' }])
  })

  it('is taken by open and new pages of a shell with both', async () => {
    await serveWhole(20, users, codes)
    expect(await open(both)).toEqual(GOOD)
    await serve([entryOf(newerUsers, usersKey), entryOf(newerCodes, codesKey)])
    expect(await refetch()).toEqual(['mf-usuarios@1.1.0', 'mf-codigos@1.1.0'])
    expect(await open(both)).toEqual(['mf-usuarios@1.1.0', 'mf-codigos@1.1.0'])
    expect(reports).toEqual([])
  })

  it('cannot be undone: a browser that has seen schema 3 refuses schema 2, without its stored registry too', async () => {
    await good()
    await open(both)
    await serveWhole(99)
    expect(await refetch()).toEqual(GOOD)
    expect(await open(both)).toEqual(GOOD)
    localStorage.removeItem('canje.registry')
    expect(await open(both)).toBe('failed')
  })

  it('keeps the release of schema 2 in an open page when the entry is refused, and stores schema 3', async () => {
    await serveWhole(20, users, codes)
    await open(both)
    await serve([entryOf(newerUsers, usersKey), entryOf(newerCodes, usersKey)])
    expect(await refetch()).toEqual(['mf-usuarios@1.1.0', 'mf-codigos@1.0.0'])
    body = 'down'
    expect(await open(both)).toEqual(['mf-usuarios@1.1.0'])
  })

  it.each([
    ['signed by the old key', () => wholeRegistry()],
    ['without a signature', async () => ({ ...(await wholeRegistry()), signature: undefined })],
  ])('ends with a shell that refuses schema 2, even %s', async (_name, give) => {
    body = JSON.stringify(await give())
    expect(await open()).toBe('failed')
  })
})
