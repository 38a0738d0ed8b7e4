import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { get, openSite, type Site } from '@canje/cli/dev-stack/testing'
import { openStore } from '@canje/release-store'
import { hasCeph, type ObjectStore, startCeph } from '@canje/release-store/testing/ceph'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { caddyOfBucket } from './testing/caddy'
import { comparable } from './testing/comparable'
import { nginxOfBucket } from './testing/nginx'
import { isInstalled, type RunningServer, start } from './testing/web-server'

const SHELL_ORIGIN = 'https://canje.test'
const state = '/mf-codes/live.json'
const entry = '/mf-codes/1.0.0/remoteEntry.0123456789abcdef.js'
const cephIsInstalled = await hasCeph()

let ceph: ObjectStore
let site: Site
let store: string

beforeAll(async () => {
  if (!cephIsInstalled) return
  ;[ceph, site] = await Promise.all([startCeph(), openSite()])
  for (const [name, value] of Object.entries(ceph.environment)) vi.stubEnv(name, value)
  store = `${await ceph.createBucket({ isPublic: true })}/releases`
  const folder = join(site.folder, 'store')
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name)
    if (file.isFile()) await openStore(store).create(relative(folder, path), await readFile(path))
  }
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await Promise.all([ceph?.close(), site?.close()])
})

describe.each([nginxOfBucket, caddyOfBucket])('$name', (server) => {
  const skip = !cephIsInstalled || !isInstalled(server)
  const skipReason = `Ceph or ${server.name} is not installed (Debian: radosgw, ${server.debianPackage}).`

  describe('serves a bucket as npm start serves its folder', { skip, meta: { skipReason } }, () => {
    let folder: string
    let running: RunningServer
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'canje-deploy-'))
      running = await start(server, folder, {
        SHELL_ORIGIN,
        STORE_BUCKET_ORIGIN: ceph.environment.AWS_ENDPOINT_URL,
        STORE_BUCKET_PATH: `/${store.slice('s3://'.length)}`,
      })
    })
    afterAll(() => running.close())

    it.each([
      state,
      `${state}?acl`,
      '/mf-users/live.json',
      '/mf-codes/log/1/1.json',
      entry,
      `${entry}?acl`,
      '/mf-codes/1.0.0/release.json',
      '/mf-codes/9.9.9/remoteEntry.js',
      '/mf-codes/.11111111-2222-3333-4444-555555555555.part',
      `${entry}.gz`,
      `${entry}.map`,
    ])('%s', async (path) => {
      for (const encoding of ['br, gzip', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': encoding }
        const response = await get(running.store, path, headers)
        expect(comparable(response)).toEqual(comparable(await get(site.remotes, path, headers)))
        expect(response.headers['access-control-allow-origin']).toBe(SHELL_ORIGIN)
        if (response.status === 200) expect(response.headers.vary).toContain('Accept-Encoding')
      }
    })

    it('lists nothing, and changes nothing', async () => {
      for (const path of ['/', '/?list-type=2', '/mf-codes/', '/mf-codes/1.0.0/', '/..%2f', '/%zz']) {
        expect([400, 404]).toContain((await get(running.store, path)).status)
      }
      for (const method of ['PUT', 'POST', 'DELETE']) {
        expect((await get(running.store, entry, {}, method)).status).toBe(405)
      }
      expect((await get(running.store, entry)).status).toBe(200)
    })

    it('serves a changed state at once, and revalidates an unchanged one', async () => {
      const browser = { 'accept-encoding': 'gzip' }
      const { headers } = await get(running.store, state, browser)
      const validator = { ...browser, 'if-none-match': String(headers.etag) }
      const unchanged = await get(running.store, state, validator)
      expect([unchanged.status, unchanged.headers['cache-control']]).toEqual([304, 'no-cache'])
      for (const n of [1, 2, 3]) {
        await openStore(store).replace(state.slice(1), JSON.stringify({ format: 1, n }))
        const response = await get(running.store, state, validator)
        expect([response.status, gunzipSync(Buffer.from(response.body, 'latin1')).toString()]).toEqual([
          200,
          JSON.stringify({ format: 1, n }),
        ])
      }
      await openStore(store).replace(state.slice(1), await readFile(join(site.folder, 'store', state), 'utf8'))
    })
  })
})
