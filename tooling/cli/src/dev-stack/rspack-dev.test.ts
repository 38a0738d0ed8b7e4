import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { remotePort, requirePackage } from '@canje/build'
import { ReleaseManifest } from '@canje/registry'
import getPort from 'get-port'
import { ROOT } from 'repo'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { requireUsablePorts } from './ports'

const RSPACK = join(requirePackage('@rspack/cli', ROOT).directory, 'bin/rspack.js')
const NAME = 'mf-codes'

/** The settings with which the remote gets a free port. */
async function withFreePort() {
  const port = await getPort()
  const env = { ...process.env, NODE_ENV: 'production', REMOTES_PORT: String(port - remotePort({ name: NAME }, 0)) }
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
