import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NONCE_PLACEHOLDER } from '@canje/cli/dev-stack'
import { config, get, openSite, type Site } from '@canje/cli/dev-stack/testing'
import { openStore } from '@canje/release-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caddy } from './testing/caddy'
import { comparable } from './testing/comparable'
import { nginx } from './testing/nginx'
import { isInstalled, type RunningServer, start } from './testing/web-server'

const SHELL_ORIGIN = 'https://canje.test'
const script = '/main.0123456789abcdef.js'
const state = '/mf-codes/live.json'
const entry = '/mf-codes/1.0.0/remoteEntry.0123456789abcdef.js'

let site: Site

beforeAll(async () => {
  const served = { ...config, reportUrl: 'https://reports.test/canje' }
  site = await openSite(served)
  await site.write('dist/config.json', JSON.stringify(served))
})
afterAll(() => site.close())

describe.each([nginx, caddy])('$name', (server) => {
  const skip = !isInstalled(server)
  const skipReason = `${server.name} is not installed (Debian: ${server.debianPackage}).`
  if (skip && process.env.CI) throw new Error(skipReason)

  describe('serves like npm start', { skip, meta: { skipReason } }, () => {
    let folder: string
    let running: RunningServer

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'canje-deploy-'))
      running = await start(server, folder, {
        SHELL_ROOT: join(site.folder, 'dist'),
        STORE_ROOT: join(site.folder, 'store'),
        SHELL_ORIGIN,
      })
    })
    afterAll(() => running.close())

    it.each([
      '/',
      '/main',
      '/main?tab=codigos',
      '/main?q=a&tab=usuarios',
      '/main?tab=USUARIOS',
      '/main?tab=otros',
      '/login?tab=codigos',
      '/main.html',
      '/any/other/path',
      '/v1.2/path',
      '/config.json',
      '/release.json',
      script,
      '/theme.0123456789abcdef.css',
      '/missing.js',
      '/missing.woff2',
      '/chunk.0123456789abcdef.js',
      `${script}.map`,
      `${script}.br`,
    ])('shell: %s', async (path) => {
      for (const encoding of ['br, gzip', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': encoding }
        expect(comparable(await get(running.shell, path, headers))).toEqual(
          comparable(await get(site.shell, path, headers)),
        )
      }
    })

    it.each([
      state,
      '/mf-users/live.json',
      '/mf-codes/log/1/1.json',
      entry,
      '/mf-codes/1.0.0/release.json',
      '/mf-codes/9.9.9/remoteEntry.js',
      '/mf-codes',
      '/mf-codes/.11111111-2222-3333-4444-555555555555.part',
      `${entry}.gz`,
      `${entry}.map`,
    ])('release store: %s', async (path) => {
      for (const encoding of ['br, gzip', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': encoding }
        const response = await get(running.store, path, headers)
        expect(comparable(response)).toEqual(comparable(await get(site.remotes, path, headers)))
        expect(response.headers['access-control-allow-origin']).toBe(SHELL_ORIGIN)
      }
    })

    it('sends Vary: Accept-Encoding', async () => {
      expect((await get(running.shell, script, { 'accept-encoding': 'br' })).headers.vary).toBe('Accept-Encoding')
      expect((await get(running.store, entry, { 'accept-encoding': 'br' })).headers.vary).toBe('Accept-Encoding')
      const { headers } = await get(running.store, state, { 'accept-encoding': 'gzip' })
      expect(headers.vary).toContain('Accept-Encoding')
    })

    it('serves the page for a navigation to a path with a dot', async () => {
      const navigation = { accept: 'text/html,*/*' }
      expect(comparable(await get(running.shell, '/j.perez', navigation))).toEqual(
        comparable(await get(site.shell, '/j.perez', navigation)),
      )
    })

    it('replaces every placeholder with a new nonce per response', async () => {
      const bodies = await Promise.all(Array.from({ length: 20 }, async () => (await get(running.shell, '/')).body))
      expect(new Set(bodies).size).toBe(20)
      expect(bodies.join()).not.toContain(NONCE_PLACEHOLDER)
    })

    it('serves neither hidden files nor listings', async () => {
      const paths = ['/', '/mf-codes/', '/mf-codes/1.0.0/', '/mf-codes/log/1/', '/..%2fsecret.txt', '/%zz']
      const responses = paths.map((path) => get(running.store, path))
      for (const { status } of await Promise.all([get(running.shell, '/.hidden'), ...responses])) {
        expect(status === 400 || status === 404).toBe(true)
      }
    })

    it.each(['gzip', 'identity'])('revalidates an unchanged state, in %s', async (encoding) => {
      const browser = { 'accept-encoding': encoding, origin: SHELL_ORIGIN }
      const { headers } = await get(running.store, state, browser)
      const response = await get(running.store, state, { ...browser, 'if-none-match': String(headers.etag) })
      expect([response.status, response.headers['cache-control'], response.body]).toEqual([304, 'no-cache', ''])
      expect(response.headers['access-control-allow-origin']).toBe(SHELL_ORIGIN)
    })

    it('serves a changed state, even of the same size within the same second', async () => {
      const store = openStore(join(site.folder, 'store'))
      const validators: Record<string, string> = {}
      for (const n of [1, 2, 3]) {
        const text = JSON.stringify({ format: 1, n })
        await store.replace(state.slice(1), text)
        const { status, headers, body } = await get(running.store, state, validators)
        expect([status, body]).toEqual([200, text])
        Object.assign(validators, {
          'if-none-match': String(headers.etag),
          'if-modified-since': String(headers['last-modified']),
        })
      }
    })

    it('rejects other methods for a page', async () => {
      expect((await get(running.shell, '/main', {}, 'POST')).status).toBeGreaterThanOrEqual(400)
    })
  })
})
