import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { config, get, openSite, type Site } from '@canje/cli/dev-stack/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caddyWith } from './testing/caddy'
import { nginxWith } from './testing/nginx'
import { isInstalled, start } from './testing/web-server'

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
/** Responds with the host and the path that it gets. */
let service: Server

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-services-'))
  site = await openSite()
  await site.write('dist/config.json', JSON.stringify({ ...config, securityUrl: '/security', apiUrl: '/api' }))
  service = createServer(({ headers, url }, response) => response.end(`${headers.host} ${url}`))
  await once(service.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  service.close()
  await site.close()
})

/** Adds the example of docs/operations.md to a configuration, after a line. */
async function withService(text: string, line: string, example: RegExp): Promise<string> {
  const [, found = ''] = example.exec(await readFile(documented, 'utf8')) ?? []
  const { port } = service.address() as AddressInfo
  return text.replace(line, () => `${line}${found.replace('api.internal:4002', `127.0.0.1:${port}`)}`)
}

describe.each(servers)('$name', (server) => {
  const skip = !isInstalled(server)
  const skipReason = `${server.name} is not installed (Debian: ${server.debianPackage}).`

  it('passes the host of the shell on to a service behind its origin', { skip, meta: { skipReason } }, async () => {
    const running = await start(server, folder, {
      SHELL_ROOT: join(site.folder, 'dist'),
      STORE_ROOT: join(site.folder, 'store'),
      SHELL_ORIGIN: 'http://canje.example',
    })
    const { body } = await get(running.shell, '/api/health', { host: 'canje.example' })
    expect(body).toBe('canje.example /health')
    await running.close()
  })
})
