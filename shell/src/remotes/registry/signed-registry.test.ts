import { type Authority, entryContent, type RegisteredRemote, stampContent } from '@canje/registry'
import { createTestKey } from '@canje/registry/testing'
import { startTestServer } from '@canje/shared-auth/test-server'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signedStore } from '../../testing/signed-store'
import { remote as registered, withReleases } from '../../testing/test-remotes'
import { createRemotesStore, type RemotesStore } from '../store'
import type { TelemetryEvent } from '../telemetry/event'
import { createRegistryClient, type RegistryClient } from './client'
import type { RegistrySource } from './verify'

const STORE_ID = 'store-1'
const DAY_MS = 86_400_000
const users = registered('usuarios', 1)
const codes = registered('codigos', 2)
const newCodes = withReleases(codes, '1.1.0')

const [operator, codesKey, usersKey] = [await createTestKey(), await createTestKey(), await createTestKey()]
const tabOf = ({ live }: RegisteredRemote) => ({ id: live.tab.id, label: live.tab.label, order: live.tab.order })
const authority: Authority = {
  storeId: STORE_ID,
  operatorKeys: [operator.publicKey],
  remotes: {
    [codes.name]: { keys: [codesKey.publicKey], tab: tabOf(codes), slots: [] },
    [users.name]: { keys: [usersKey.publicKey], tab: tabOf(users), slots: [] },
  },
}

async function entry({ name, live, previous }: RegisteredRemote, serial: number, key = operator) {
  const change = { command: 'publish', before: null }
  const content = { name, serial, live, next: null, previous, withdrawn: [], change }
  return { ...content, signature: await key.signatureOf(entryContent(STORE_ID, content)) }
}

async function registry(remotes: unknown[], { serials = {}, atMs = Date.now() } = {}) {
  const iso = (ms: number) => new Date(ms).toISOString()
  const content = { at: iso(atMs), expires: iso(atMs + 7 * DAY_MS), serials }
  const stamp = { ...content, signature: await operator.signatureOf(stampContent(STORE_ID, content)) }
  return JSON.stringify({ schema: 3, storeId: STORE_ID, remotes, stamp })
}

let server: Awaited<ReturnType<typeof startTestServer>>
let body: string
let source: RegistrySource
let reports: TelemetryEvent[]
let page: RemotesStore
let client: RegistryClient

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  body = await registry([await entry(users, 1, usersKey), await entry(codes, 2, codesKey)])
  server = await startTestServer(() => ({ body }))
  source = { registryUrl: `${server.url}/registry.json`, authority }
  reports = []
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
  await server.close()
})

/** Opens a page. @returns its releases, or the status without any */
async function opened(of = source) {
  page = createRemotesStore()
  client = createRegistryClient({ store: page, source: of, report: (event) => reports.push(event) })
  await waitFor(() => expect(page.getState().registry.status).not.toBe('loading'))
  return versions()
}
function versions() {
  const { registry } = page.getState()
  return registry.status === 'ready'
    ? registry.remotes.map(({ name, live }) => `${name}@${live.version}`)
    : registry.status
}
const OLD = ['mf-usuarios@1.0.0', 'mf-codigos@1.0.0']
const NEW = ['mf-usuarios@1.0.0', 'mf-codigos@1.1.0']

it('shows what each team has signed, and another release of one team', async () => {
  expect(await opened()).toEqual(OLD)
  body = await registry([await entry(users, 1, usersKey), await entry(newCodes, 3, codesKey)])
  await client.refetch()
  expect(versions()).toEqual(NEW)
  expect(reports).toEqual([])
})

it.each<[string, () => Promise<unknown[]>, RegExp]>([
  [
    'signed by another team',
    async () => [await entry(newCodes, 3, usersKey)],
    /mf-codigos is signed with key \w{16}, not/,
  ],
  ['left out', async () => [], /mf-codigos is missing/],
  ['malformed', async () => [{ ...(await entry(newCodes, 3)), withdrawn: null }], /remotes\.1\.withdrawn/],
  ['replayed', async () => [await entry(newCodes, 1)], /mf-codigos has serial 1, after 2/],
])('keeps the tab of a remote that is %s, also in a new page, and reports it once', async (_name, make, reason) => {
  expect(await opened()).toEqual(OLD)
  body = await registry([await entry(users, 1, usersKey), ...(await make())])
  await client.refetch()
  await client.refetch()
  expect(versions()).toEqual(OLD)
  expect(reports).toEqual([{ type: 'releases-refused', reason: expect.stringMatching(reason) }])
  expect(await opened()).toEqual(OLD)
})

it('refuses a replay after the stored registry was damaged', async () => {
  const replay = body
  body = await registry([await entry(users, 1, usersKey), await entry(newCodes, 3, codesKey)])
  expect(await opened()).toEqual(NEW)
  localStorage.setItem('canje.registry', '{')
  body = replay
  expect(await opened()).toEqual(['mf-usuarios@1.0.0'])
  expect(reports).toEqual([
    { type: 'releases-refused', reason: expect.stringContaining('mf-codigos has serial 2, after 3') },
  ])
})

it('keeps the tabs and reports a stamp that expires while the page is open', async () => {
  expect(await opened()).toEqual(OLD)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * DAY_MS })
  await client.refetch()
  await client.refetch()
  expect(versions()).toEqual(OLD)
  expect(reports).toEqual([{ type: 'stamp-refused', reason: expect.stringContaining('is valid until') }])
})

it.each([
  ['more than 4 million characters', () => JSON.stringify({ schema: 3, more: 'x'.repeat(10_000_000) })],
  ['the registry of another store', () => body.replaceAll(STORE_ID, 'store-2')],
])('keeps the tabs when the response is %s', async (_name, make) => {
  expect(await opened()).toEqual(OLD)
  body = make()
  expect(await opened()).toEqual(OLD)
  expect(reports).toEqual([{ type: 'registry-refused', reason: expect.stringContaining('is refused') }])
})

it('keeps the tabs of an open page of the previous settings while the store is converted, and never goes back', async () => {
  const store = await signedStore()
  const converted = body
  try {
    const earlier = await store.release(users, codes)
    body = earlier
    const previous = { ...source, authority: undefined, registryKeys: [store.publicKey] }
    expect(await opened(previous)).toEqual(OLD)
    body = converted
    await client.refetch()
    expect(versions()).toEqual(OLD)
    expect(await opened(previous)).toEqual(OLD)
    const both = { ...source, registryKeys: [store.publicKey] }
    localStorage.clear()
    body = earlier
    expect(await opened(both)).toEqual(OLD)
    body = converted
    await client.refetch()
    expect(versions()).toEqual(OLD)
    reports = []
    body = await store.release(newCodes)
    expect(await opened(both)).toEqual(OLD)
    expect(reports).toEqual([expect.objectContaining({ type: 'registry-refused' })])
  } finally {
    await store.close()
  }
})

it('accepts a store without signatures only while no setting asks for them', async () => {
  const nothing = { ...source, authority: undefined }
  body = await registry([await entry(users, 1, codesKey)])
  expect(await opened(nothing)).toEqual(['mf-usuarios@1.0.0'])
  localStorage.clear()
  expect(await opened()).toBe('failed')
})
