import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { get, openSite, type Site } from './testing/site'

let site: Site

beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const STATE = '/mf-codes/live.json'
const entry = '/mf-codes/1.0.0/remoteEntry.0123456789abcdef.js'

it('serves a released file to any origin, as immutable', async () => {
  const { status, headers } = await get(site.remotes, entry, { origin: site.shell })
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  })
})

it('revalidates an unchanged state with 304', async () => {
  const browser = { 'accept-encoding': 'gzip, br' }
  const first = await get(site.remotes, STATE, browser)
  expect(first.headers['cache-control']).toBe('no-cache')
  const validator = { 'if-none-match': String(first.headers.etag) }
  const second = await get(site.remotes, STATE, { ...browser, ...validator })
  expect([second.status, second.headers['cache-control'], second.body]).toEqual([304, 'no-cache', ''])
})

it('compresses the present state, not an earlier one', async () => {
  for (const n of [1, 2]) {
    const state = JSON.stringify({ format: 1, n })
    await site.write(`store${STATE}`, state)
    const { headers, body } = await get(site.remotes, STATE, { 'accept-encoding': 'gzip, br' })
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' })
    expect(String(headers.vary).toLowerCase()).toContain('accept-encoding')
    expect(gunzipSync(Buffer.from(body, 'latin1')).toString()).toBe(state)
  }
})

it('serves the states of the log as immutable, and an error uncached', async () => {
  const cacheControl = async (path: string) => (await get(site.remotes, path)).headers['cache-control']
  expect(await cacheControl('/mf-codes/log/1/1.json')).toBe('public, max-age=31536000, immutable')
  for (const path of ['/mf-codes/log/1/2.json', '/mf-users/live.json', '/..%2fstore%2fmf-codes/live.json'])
    expect([path, await cacheControl(path)]).toEqual([path, 'no-store'])
})

it.each(['/', '/mf-codes', '/mf-codes/9.9.9/remoteEntry.js'])('serves nothing at %s', async (path) => {
  expect((await get(site.remotes, path, { accept: 'text/html' })).status).toBeGreaterThanOrEqual(400)
})
