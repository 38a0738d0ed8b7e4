import { join } from 'node:path'
import { readShellConfig } from '@canje/registry'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { INERT_POLICY, NONCE_PLACEHOLDER as nonce, pagePolicy } from './content-security-policy'
import { listen } from './http-server'
import { settingsFiles } from './listings'
import { createShellServer } from './shell-server'
import { config, get, mainPage, openSite, page, type Site, script, withoutNonce } from './testing/site'

const immutable = 'public, max-age=31536000, immutable'
const inert = { 'content-security-policy': INERT_POLICY }
let site: Site

beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const pages = ['/', '/index.html', '/main/', '/login?tab=codigos', '/any/other/path', '/v1.2/path']
const mainPages = ['/main', '/main?tab=codigos', '/main.html']
it.each([...pages.map((path) => [path, page]), ...mainPages.map((path) => [path, mainPage])])(
  'serves the page for %s',
  async (path, body) => {
    const response = await get(site.shell, path)
    expect(withoutNonce(response)).toEqual({ policy: pagePolicy(readShellConfig(config), { html: body, nonce }), body })
    expect(response.status).toBe(200)
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
  },
)

it('uses a new nonce for every response', async () => {
  const bodies = await Promise.all(Array.from({ length: 20 }, async () => (await get(site.shell, '/main')).body))
  expect(new Set(bodies).size).toBe(20)
})

it('serves the page for a navigation to a path with a dot, and 404 for a missing script', async () => {
  expect((await get(site.shell, '/j.perez', { accept: 'text/html,*/*' })).status).toBe(200)
  const missing = await get(site.shell, '/chunk.0123456789abcdef.js', { accept: '*/*' })
  expect(missing.status).toBe(404)
  expect(missing.headers['cache-control']).toBe('no-store')
})

it('serves its configuration without caching', async () => {
  const { headers, body } = await get(site.shell, '/config.json')
  expect(JSON.parse(body)).toEqual(config)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', ...inert })
})

it.each(['br', 'gzip'])('compresses with %s if the client accepts it', async (encoding) => {
  const { headers, body } = await get(site.shell, '/main.0123456789abcdef.js', { 'accept-encoding': encoding })
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding', 'cache-control': immutable })
  expect(headers).toMatchObject(inert)
  expect(headers['content-type']).toBe('application/javascript; charset=utf-8')
  expect(body.length).toBeLessThan(script.length / 2)
})

it('rejects other methods for a page', async () => {
  expect((await get(site.shell, '/main', {}, 'POST')).status).toBe(404)
})

it('serves files of settings, those of the operator first, and nothing else of their folder', async () => {
  const remote = { name: 'mf-users', version: '1.0.0', directory: '/', settings: { rows: 5 }, tab: {} }
  const settingsAt = settingsFiles(
    () => [remote, { ...remote, name: 'mf-codes' }, { ...remote, name: 'mf-a.b' }],
    join(site.folder, 'settings'),
  )
  const server = await createShellServer(join(site.folder, 'dist'), { ...config, settingsAt })
  await site.write('settings/mf-codes.json', '{"rows":20}')
  const url = await listen(server, 0)
  onTestFinished(() => server.close())
  expect((await get(url, '/settings/mf-codes.json')).body).toBe('{"rows":20}')
  for (const name of ['mf-users', 'mf-a.b'])
    expect((await get(url, `/settings/${name}.json`, { accept: 'text/html' })).body).toBe('{"rows":5}')
  expect((await get(url, '/settings/mf-none.json')).status).toBe(404)
  expect((await get(url, '/settings/mf-codes.json', {}, 'POST')).status).toBe(404)
  expect((await get(url, '/settings/mf-codes.json', {}, 'HEAD')).status).toBe(200)
  await site.write('settings/.json', '{}')
  expect((await get(url, '/main')).body).toContain('<title>')
  expect((await get(url, '/settings/..%2fsecret.json')).status).not.toBe(200)
})
