import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { get, openSite, type Site } from '@canje/cli/dev-stack/testing'
import { bucketOf } from '@canje/release-store/bucket'
import { hasCeph, type ObjectStore, startCeph } from '@canje/release-store/testing/ceph'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { caddyOfBucket } from './testing/caddy'
import { comparable } from './testing/comparable'
import { nginxOfBucket } from './testing/nginx'
import { isInstalled, type RunningServer, start } from './testing/web-server'

const SHELL_ORIGIN = 'https://canje.test'
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
    if (file.isFile()) await bucketOf(store).create(relative(folder, path), await readFile(path))
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
    afterAll(async () => {
      await running.close()
      await rm(folder, { recursive: true })
    })

    it.each([
      '/registry.json',
      entry,
      `${entry}?acl`,
      '/mf-codes/1.0.0/release.json',
      '/mf-codes/9.9.9/remoteEntry.js',
      '/mf-codes',
      '/.registry.lock/owner',
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

    it('serves a changed registry at once', async () => {
      const { headers } = await get(running.store, '/registry.json')
      for (const serial of [1, 2, 3]) {
        const registry = JSON.stringify({ format: 1, serial })
        await bucketOf(store).write('registry.json', registry)
        const response = await get(running.store, '/registry.json', { 'if-none-match': String(headers.etag) })
        expect([response.status, response.body]).toEqual([200, registry])
      }
      await bucketOf(store).write('registry.json', await readFile(join(site.folder, 'store/registry.json'), 'utf8'))
    })
  })
})
