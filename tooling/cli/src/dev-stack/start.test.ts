import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { ROOT } from 'repo'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { CommandError, runNode } from '../project'
import { run as start } from './commands/start'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-start-'))
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => void vi.unstubAllEnvs())

/** Runs a command as npm does, with the given settings. */
function run(args: string[], environment: Record<string, string>) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: join(folder, 'data'), ...environment }
  return runNode(join(ROOT, 'tooling/cli/src/canje.mjs'), args, { cwd: ROOT, env })
}

/** The message of the error that ends `npm start`, which prints it. */
async function failureOfStart(environment: Record<string, string>): Promise<string> {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const error = await start([], new AbortController().signal).catch((thrown: unknown) => thrown)
  if (!(error instanceof CommandError)) throw error
  return error.message
}

it('start reports a port in use before it builds, in one line, and exits with code 1', async () => {
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
  const [PORT, REMOTES_PORT, SECURITY_PORT, API_PORT] = await Promise.all([1, 2, 3, 4].map(() => getPort()))
  const ports = Object.entries({ PORT, REMOTES_PORT, SECURITY_PORT, API_PORT }).map(([name, port]) => [
    name,
    String(port),
  ])
  const message = await failureOfStart({ DATA_DIR: join(file, 'data'), ...Object.fromEntries(ports) })
  expect(message).toMatch(/^DATA_DIR is not writable: [^\n]*file/)
})

it('prints its usage when the command is unknown', async () => {
  const { code, output } = await run(['fly'], {})
  expect(output).toMatch(/^The command is missing or unknown\.\nUsage: canje </)
  expect(code).toBe(1)
})
