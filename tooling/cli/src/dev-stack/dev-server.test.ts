import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { statusOf } from '@canje/reference-backend/testing'
import getPort from 'get-port'
import { beforeEach, expect, it } from 'vitest'
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

const statusFor = (host: string, path: string, ...headers: string[]) =>
  statusOf(port, [`GET ${path} HTTP/1.1`, `Host: ${host}`, ...headers])

/** Opens the WebSocket of hot reload. @returns the type of its first message */
async function firstMessage(host: string, origin: string): Promise<string | undefined> {
  const socket = connect(port, 'localhost')
  const head = ['GET /ws HTTP/1.1', `Host: ${host}`, `Origin: http://${origin}`, 'Connection: Upgrade', ...upgrade]
  socket.write([...head, '', ''].join('\r\n'))
  let received = ''
  for await (const data of socket) {
    received += data
    const type = /"type":"(\w+)"/.exec(received)?.[1]
    if (type !== undefined) return type
  }
  return undefined
}

/** Expects that pages of other sites, whose name leads to this machine, can read nothing. */
async function expectOwnHostsOnly(path: string): Promise<void> {
  for (const host of ['localhost', 'canje.example']) expect([host, await statusFor(host, path)]).toEqual([host, 200])
  expect(await statusFor('rebound.example', path)).toBe(403)
  expect(await statusFor('rebound.example', path, 'X-Forwarded-Host: localhost')).toBe(403)
  expect(await firstMessage('localhost', 'localhost')).toBe('hot')
  expect(await firstMessage('rebound.example', 'rebound.example')).toBe('error')
  expect(await firstMessage('localhost', 'rebound.example')).toBe('error')
}

it('serves a remote to its own hosts only', async () => {
  const server = await startRemoteDevServer(project, port, hosts)
  await expectOwnHostsOnly('/main.js')
  await server.close()
})

it('serves the shell to its own hosts only', async () => {
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src/index.html'), '<!doctype html><script>0</script>')
  const settingsAt = (path: string) => (path === '/settings/mf-codes.json' ? '{}' : undefined)
  const server = await startShellDevServer(project, port, { ...config, settingsAt }, [], hosts)
  await expectOwnHostsOnly('/config.json')
  await expectOwnHostsOnly('/settings/mf-codes.json')
  expect(await statusFor('localhost', '/settings/mf-none.json')).toBe(404)
  await server.close()
})
