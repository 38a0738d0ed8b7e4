import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { remotePort, requirePackage } from '@canje/build'
import { ReleaseManifest } from '@canje/registry'
import getPort from 'get-port'
import { ROOT } from 'repo'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { runNode } from '../project'
import { requireUsablePorts } from './ports'

const RSPACK = join(requirePackage('@rspack/cli', ROOT).directory, 'bin/rspack.js')
const NAME = 'mf-codes'
const Services = v.object({ securityUrl: v.string(), apiUrl: v.string() })

/** The settings with which the remote gets a free port. */
async function withFreePort() {
  const port = await getPort()
  const env = { ...process.env, NODE_ENV: 'development', REMOTES_PORT: String(port - remotePort({ name: NAME }, 0)) }
  return { port, cwd: join(ROOT, NAME), env }
}

it('serves a remote for other origins, says where to open it, and frees its port at SIGTERM', async () => {
  const { port, ...options } = await withFreePort()
  const dev = spawn(process.execPath, [RSPACK, 'dev'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void dev.kill('SIGKILL'))
  const origin = `http://localhost:${port}`
  const lines: string[] = []
  for await (const line of createInterface({ input: dev.stdout })) {
    lines.push(line)
    if (line.startsWith('Open ')) break
  }
  expect(lines.at(-1)).toContain(`Open http://localhost:3000/main?preview=${origin}/release.json `)
  const response = await fetch(`${origin}/release.json`)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const { entry } = v.parse(ReleaseManifest, await response.json())
  const script = await (await fetch(`${origin}/${entry}`)).text()
  expect(script.includes('.hot-update.')).toBe(true)
  dev.kill('SIGTERM')
  await once(dev, 'exit')
  await requireUsablePorts({ [NAME]: port })
}, 120_000)

it('serves the shell with services that do not allow its origin', async () => {
  const [shell, service] = [await withFreePort(), await withFreePort()]
  const api = createHttpServer(({ method, url, headers: { host } }, response) =>
    response.end(`${method} ${url} ${host}`),
  )
  onTestFinished(() => void api.close())
  await once(api.listen(service.port, 'localhost'), 'listening')
  const host = `localhost:${service.port}`
  const env = { ...shell.env, PORT: String(shell.port), SECURITY_URL: `http://${host}`, API_URL: `http://${host}/v1/` }
  const dev = spawn(process.execPath, [RSPACK, 'dev'], {
    cwd: join(ROOT, 'shell'),
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void dev.kill('SIGKILL'))
  for await (const line of createInterface({ input: dev.stdout })) if (line.startsWith('Open http://localhost:')) break
  const origin = `http://localhost:${shell.port}`
  const { securityUrl, apiUrl } = v.parse(Services, await (await fetch(`${origin}/config.json`)).json())
  const post = async (path: string) => (await fetch(`${origin}${path}`, { method: 'POST' })).text()
  expect(await post(`${securityUrl}/CreateToken`)).toBe(`POST /CreateToken ${host}`)
  expect(await post(`${apiUrl}/SelectCodes`)).toBe(`POST /v1/SelectCodes ${host}`)
}, 120_000)

it('says in one line that its port is taken', async () => {
  const { port, ...options } = await withFreePort()
  const taken = createServer().listen(port, 'localhost')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { code, output } = await runNode(RSPACK, ['dev'], options)
  expect(output).toMatch(/^Cannot listen on port \d+: .*EADDRINUSE.*\n$/)
  expect(code).toBe(1)
}, 120_000)
