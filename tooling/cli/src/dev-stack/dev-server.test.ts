import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { statusOf } from '@canje/reference-backend/testing'
import getPort from 'get-port'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Package } from '../project'
import { startRemoteDevServer, startShellDevServer } from './dev-server'
import { config } from './testing'

const hosts = ['localhost', 'canje.example', 'all']

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

const statusFor = (host: string, path: string) => statusOf(port, [`GET ${path} HTTP/1.1`, `Host: ${host}`])

/** Expects that pages of other sites, whose name leads to this machine, can read nothing. */
async function expectOwnHostsOnly(path: string): Promise<void> {
  for (const host of ['localhost', 'canje.example']) expect([host, await statusFor(host, path)]).toEqual([host, 200])
  expect(await statusFor('rebound.example', path)).toBe(403)
}

it('serves a remote to its own hosts only', async () => {
  const server = await startRemoteDevServer(project, port, hosts)
  await expectOwnHostsOnly('/main.js')
  await server.close()
})

it('serves the shell to its own hosts only', async () => {
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src/index.html'), '<!doctype html><script>0</script>')
  const server = await startShellDevServer(project, port, config, [], hosts)
  await expectOwnHostsOnly('/config.json')
  await server.close()
})
