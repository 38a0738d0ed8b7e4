import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requireUsablePorts } from './ports'
import { ROOT } from './workspace'

const TIMEOUT_MS = 180_000
const ports = { PORT: 23920, REMOTES_PORT: 23921, SECURITY_PORT: 23922, API_PORT: 23923 }
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-stop-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('npm start ends with code 0 on SIGTERM and frees its ports, open connections or not', {
  timeout: TIMEOUT_MS,
}, async () => {
  const settings = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]))
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(npm, 'exit')
  for await (const line of createInterface({ input: npm.stdout })) {
    if (line === `Back office ready: http://localhost:${ports.PORT}`) break
  }
  const sockets = Object.values(ports).map((port) => connect(port, 'localhost').on('error', () => undefined))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  npm.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  await expect(requireUsablePorts(ports)).resolves.toBeUndefined()
})
