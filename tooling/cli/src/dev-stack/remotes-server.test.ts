import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { get, openSite, type Site } from './testing/site'

let site: Site

beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

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

it('revalidates an unchanged registry with 304', async () => {
  const browser = { 'accept-encoding': 'gzip, br' }
  const first = await get(site.remotes, '/registry.json', browser)
  expect(first.headers['cache-control']).toBe('no-cache')
  const validator = { 'if-none-match': String(first.headers.etag) }
  const second = await get(site.remotes, '/registry.json', { ...browser, ...validator })
  expect([second.status, second.headers['cache-control'], second.body]).toEqual([304, 'no-cache', ''])
})

it('serves a changed registry', async () => {
  const first = await get(site.remotes, '/registry.json')
  await site.write('store/registry.json', '{"format":1,"remotes":[]}')
  const second = await get(site.remotes, '/registry.json', { 'if-none-match': String(first.headers.etag) })
  expect([second.status, second.body]).toEqual([200, '{"format":1,"remotes":[]}'])
})

it('compresses the present registry, not an earlier one', async () => {
  for (const serial of [1, 2]) {
    const registry = JSON.stringify({ format: 1, serial })
    await site.write('store/registry.json', registry)
    const { headers, body } = await get(site.remotes, '/registry.json', { 'accept-encoding': 'gzip, br' })
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' })
    expect(headers.vary?.toLowerCase()).toContain('accept-encoding')
    expect(gunzipSync(Buffer.from(body, 'latin1')).toString()).toBe(registry)
  }
})

it.each(['/', '/mf-codes', '/mf-codes/1.0.0/', '/mf-codes/9.9.9/remoteEntry.js', `${entry}.map`])(
  'serves nothing at %s',
  async (path) => {
    expect((await get(site.remotes, path, { accept: 'text/html' })).status).toBeGreaterThanOrEqual(400)
  },
)
