import { readAuthority } from '@canje/registry'
import { exampleListing } from '@canje/registry/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAuthorityRefresh } from './authority'
import { createRemotesStore, type RemotesStore } from './store'
import type { Report } from './telemetry/event'

const listing = (id: string, order: number) => exampleListing({ tab: { id, label: id, order } })
const config = {
  storeId: 'store-1',
  operatorKeys: exampleListing().keys,
  remotes: { 'mf-usuarios': listing('usuarios', 1), 'mf-codigos': listing('codigos', 2) },
}
const authority = readAuthority(config)

/** The response to a request of `/config.json`. */
let respond: () => Promise<Response>
let store: RemotesStore
let refresh: () => Promise<void>
const report = vi.fn<Report>()
const onChange = vi.fn(async () => undefined)

beforeEach(() => {
  vi.stubGlobal('fetch', () => respond())
  serve(config)
  store = createRemotesStore(authority)
  refresh = createAuthorityRefresh(store, report, onChange)
})
afterEach(() => vi.clearAllMocks())

function serve(json: unknown) {
  respond = async () => Response.json(json)
}
const menu = () => store.getState().authority.remotes.map(({ name, tab }) => `${name} ${tab.label}`)

it('takes over the menu and the keys', async () => {
  const key = `${'B'.repeat(43)}=`
  serve({
    ...config,
    operatorKeys: [key],
    remotes: { 'mf-codigos': listing('bonos', 2), 'mf-premios': listing('premios', 1) },
  })
  await refresh()
  expect(menu()).toEqual(['mf-premios premios', 'mf-codigos bonos'])
  expect(store.getState().authority.operatorKeys).toEqual([key])
  expect(onChange).toHaveBeenCalledOnce()
  expect(report).not.toHaveBeenCalled()
})

it('leaves the state alone while nothing has changed', async () => {
  serve({ ...config, features: ['new'] })
  await refresh()
  expect(store.getState().authority).toBe(authority)
  expect(onChange).not.toHaveBeenCalled()
})

it.each<[string, string | object, RegExp]>([
  ['a half-written file', JSON.stringify(config).slice(0, -20), /is not JSON/],
  ['HTML', '<!doctype html><title>Wifi</title>', /web page/],
  ['remotes as a list', { ...config, remotes: Object.values(config.remotes) }, /remotes: must be an object/],
  ['another store', { ...config, storeId: 'store-2' }, /of the store store-2, not of store-1/],
])('keeps what the page has, and reports %s', async (_name, file, reason) => {
  const body = typeof file === 'string' ? file : JSON.stringify(file)
  respond = async () => new Response(body)
  await refresh()
  expect(store.getState().authority).toBe(authority)
  expect(report).toHaveBeenCalledExactlyOnceWith({ type: 'config-refused', reason: expect.stringMatching(reason) })
  serve({ ...config, remotes: {} })
  await refresh()
  expect(menu()).toEqual([])
})

it('keeps what the page has, and reports nothing, without a response', async () => {
  respond = () => Promise.reject(new TypeError('Failed to fetch'))
  await refresh()
  expect(store.getState().authority).toBe(authority)
  expect(report).not.toHaveBeenCalled()
})

it('reports the remotes that a menu leaves out, of the first one and of each change', async () => {
  const finding = { name: 'mf-x', reason: 'remotes.mf-x: must be an object' }
  createAuthorityRefresh(createRemotesStore({ ...authority, findings: [finding] }), report, onChange)
  expect(report).toHaveBeenCalledExactlyOnceWith({ type: 'config-refused', reason: finding.reason, remote: 'mf-x' })
  report.mockClear()
  serve({ ...config, remotes: { ...config.remotes, 'mf-otro': listing('Cod1gos', 3) } })
  await refresh()
  expect(menu()).toEqual(['mf-usuarios usuarios', 'mf-codigos codigos'])
  const reason = 'remotes.mf-otro.tab.id: "Cod1gos" looks like that of mf-codigos'
  expect(report).toHaveBeenCalledExactlyOnceWith({ type: 'config-refused', remote: 'mf-otro', reason })
  await refresh()
  expect(report).toHaveBeenCalledOnce()
})
