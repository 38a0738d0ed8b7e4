import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNode } from '@canje/project'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { ROOT } from 'workspace'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-start-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs a command as npm does, with the given settings. */
function run(args: string[], environment: Record<string, string>) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: join(folder, 'data'), ...environment }
  return runNode(join(ROOT, 'tooling/workspace/run.mjs'), args, { cwd: ROOT, env })
}

it.each([
  [{ PORT: 'abc' }, /^Wrong settings: PORT must be a port/],
  [{ API_URL: 'https://api.example.com' }, /^Wrong settings: API_URL is set without SECURITY_URL/],
  [
    { SECURITY_URL: 'https//security', API_URL: 'ftp://api' },
    /^Wrong settings: SECURITY_URL must be an http or https URL, [^;]+; API_URL must be an http or https URL/,
  ],
  [
    { DATABASE_URL: 'postgres://canje:hunter2@localhost:port/canje' },
    /^(?!.*hunter2)Wrong settings: DATABASE_URL must be a postgres:\/\/ URL/,
  ],
])('start with %o prints one line and exits with code 1', async (environment, line) => {
  const { code, output } = await run(['start'], environment)
  expect(output.trimEnd().split('\n')).toEqual([expect.stringMatching(line)])
  expect(code).toBe(1)
})

it('start reports a port in use before it builds', async () => {
  const server = createServer()
  onTestFinished(() => void server.close())
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
  const { code, output } = await run(['start'], { REMOTES_PORT: String(port) })
  expect(output.trimEnd().split('\n')).toEqual([expect.stringContaining(`Port ${port} (REMOTES_PORT) is in use`)])
  expect(code).toBe(1)
})

it('start reports that DATA_DIR is not writable', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const ports = { PORT: '23900', REMOTES_PORT: '23901', SECURITY_PORT: '23902', API_PORT: '23903' }
  const { code, output } = await run(['start'], { DATA_DIR: join(file, 'data'), ...ports })
  expect(output.trimEnd().split('\n')).toEqual([expect.stringMatching(/^DATA_DIR is not writable: .*file/)])
  expect(code).toBe(1)
})

it('prints its usage when the command is unknown', async () => {
  const { code, output } = await run(['fly'], {})
  expect(output).toMatch(/^Usage: node tooling\/workspace\/run\.mjs </)
  expect(code).toBe(1)
})
