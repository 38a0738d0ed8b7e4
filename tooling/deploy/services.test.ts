import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { config, get, openSite, type Site } from '@canje/cli/dev-stack/testing'
import { type ReferenceBackend, startReferenceBackend } from '@canje/reference-backend'
import { createEmbeddedDatabase, type TestDatabase } from '@canje/reference-backend/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caddyWith } from './testing/caddy'
import { nginxWith } from './testing/nginx'
import { isInstalled, start } from './testing/web-server'

const SHELL_HOST = 'canje.example'
const documented = new URL('../../docs/operations.md', import.meta.url)
const servers = [
  {
    ...caddyWith('Caddyfile', (text) => withService(text, 'error @hidden 404\n', /```\n(handle_path [^`]*)```/)),
    listenAddress: (port: number) => `http://:${port}`,
  },
  nginxWith('nginx.conf', (text) => withService(text, 'sub_filter_once off;\n', /```\n(location [^`]*)```/)),
]

let folder: string
let site: Site
let backend: ReferenceBackend
let database: TestDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-services-'))
  site = await openSite()
  await site.write('dist/config.json', JSON.stringify({ ...config, securityUrl: '/security', apiUrl: '/api' }))
  database = await createEmbeddedDatabase()
  backend = await startReferenceBackend({
    database: database.choice,
    securityPort: 0,
    apiPort: 0,
    allowedOrigins: [],
    allowedHosts: [SHELL_HOST],
    seed: { users: 0, codes: 0, scores: 0, referrals: 0 },
    admin: { user: 'admin', password: 'demo-1234' },
    logLevel: 'silent',
  })
})
afterAll(async () => {
  await Promise.all([site.close(), backend.close()])
  await database.remove()
  await rm(folder, { recursive: true })
})

/** Adds the example of docs/operations.md to a configuration, after a line. */
async function withService(text: string, line: string, example: RegExp): Promise<string> {
  const [, found = ''] = example.exec(await readFile(documented, 'utf8')) ?? []
  const service = found.replace('api.internal:4002', new URL(backend.apiUrl).host)
  return text.replace(line, () => `${line}${service}`)
}

describe.each(servers)('$name', (server) => {
  const skip = !isInstalled(server)
  const skipReason = `${server.name} is not installed (Debian: ${server.debianPackage}).`

  it('passes the host of the shell on to a service behind its origin', { skip, meta: { skipReason } }, async () => {
    const running = await start(server, folder, {
      SHELL_ROOT: join(site.folder, 'dist'),
      STORE_ROOT: join(site.folder, 'store'),
      SHELL_ORIGIN: `http://${SHELL_HOST}`,
    })
    expect((await get(running.shell, '/api/health', { host: SHELL_HOST })).status).toBe(200)
    expect((await get(running.shell, '/api/health', { host: 'other.example' })).status).toBe(421)
    await running.close()
  })
})
