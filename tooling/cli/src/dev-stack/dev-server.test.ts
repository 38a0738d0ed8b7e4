import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectOwnHostsOnly, statusOf } from '@canje/reference-backend/testing'
import getPort from 'get-port'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Package } from '../project'
import { startRemoteDevServer, startShellDevServer } from './dev-server'
import { config } from './testing'

const hosts = ['localhost', 'canje.example', 'all']
const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']

let folder: string
let project: Package
let port: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-dev-server-'))
  await writeFile(join(folder, 'main.js'), '')
  const entry = "export default { mode: 'none', context: import.meta.dirname, entry: './main.js' }"
  await writeFile(join(folder, 'rspack.config.ts'), entry)
  project = { name: 'mf-premios', version: '1.0.0', directory: folder, tab: undefined }
  port = await getPort()
})
afterEach(() => rm(folder, { recursive: true }))

/** Expects that pages of other sites can neither read nor open the WebSocket of hot reload. */
async function expectOwnPagesOnly(path: string): Promise<void> {
  await expectOwnHostsOnly(port, path, ['canje.example'])
  const statusOfUpgrade = (host: string) =>
    statusOf(port, ['GET /ws HTTP/1.1', `Host: ${host}`, 'Connection: Upgrade', ...upgrade])
  expect(await statusOfUpgrade('localhost')).toBe(101)
  expect(await statusOfUpgrade('rebound.example')).toBe(421)
}

it('serves a remote to its own hosts only', async () => {
  const server = await startRemoteDevServer(project, port, hosts)
  await expectOwnPagesOnly('/main.js')
  await server.close()
})

it('serves the shell to its own hosts only', async () => {
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src/index.html'), '<!doctype html><script>0</script>')
  const server = await startShellDevServer(project, port, config, [], hosts)
  await expectOwnPagesOnly('/config.json')
  await server.close()
})
