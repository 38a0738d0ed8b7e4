import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { type ReferenceBackend, startReferenceBackend } from '@canje/reference-backend'
import { copyEmptyDatabase } from '@canje/reference-backend/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { UsageError } from '../../project'
import { run } from './staff'

const never = new AbortController().signal

let dataDirectory: string
let running: ReferenceBackend

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'canje-'))
  const directory = join(dataDirectory, 'database')
  await copyEmptyDatabase(directory)
  running = await startReferenceBackend({
    database: { kind: 'embedded', directory },
    securityPort: 0,
    apiPort: 0,
    allowedOrigins: [],
    seed: { users: 0, codes: 0, scores: 0, referrals: 0 },
    admin: { user: 'admin', password: 'demo-1234' },
    logLevel: 'silent',
  })
})
afterAll(() => running.close())
beforeEach(() => void vi.stubEnv('DATA_DIR', dataDirectory))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

async function signsIn(name: string, password: string): Promise<boolean> {
  const response = await fetch(`${running.securityUrl}/CreateToken`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username_input: name, password_input: password }),
  })
  const { data } = (await response.json()) as { data: string | null }
  return data !== null
}

/** Runs the command with its standard input. @returns the printed lines */
async function printed(args: string[], typed = '', isTTY = false): Promise<unknown[]> {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  log.mockClear()
  const input = Object.assign(new PassThrough(), { isTTY })
  input.end(typed)
  expect(await run(args, never, input)).toBe(0)
  return log.mock.calls.flat()
}

it.each([
  [],
  ['other'],
  ['list', 'x'],
  ['add'],
  ['passwd'],
  ['disable'],
  ['disable', 'x', 'y'],
  ['add', 'x', 'secret'],
])('refuses %j', async (...args) => {
  await expect(run(args, never)).rejects.toThrow(UsageError)
})

it('names a missing database, and an external service', async () => {
  vi.stubEnv('DATA_DIR', join(dataDirectory, 'other'))
  await expect(run(['list'], never)).rejects.toThrow('There is no embedded database')
  vi.stubEnv('SECURITY_URL', 'http://localhost:1')
  vi.stubEnv('API_URL', 'http://localhost:2')
  await expect(run(['list'], never)).rejects.toThrow('An external service has its own accounts')
})

it('manages the accounts of a data directory', async () => {
  expect(await printed(['add', 'eva'], 'clave secreta \r\n')).toEqual(['eva can sign in.'])
  expect(await signsIn('eva', 'clave secreta ')).toBe(true)
  expect(await printed(['passwd', 'eva'], 'otra-clave')).toEqual([
    'eva has a new password, and is signed out everywhere.',
  ])
  expect(await signsIn('eva', 'otra-clave')).toBe(true)
  expect(await printed(['disable', 'eva'])).toEqual(['eva is disabled, and is signed out everywhere.'])
  expect(await signsIn('eva', 'otra-clave')).toBe(false)
  expect(await printed(['list'])).toEqual(['admin', expect.stringMatching(/^eva, disabled /)])
})

it('asks twice for a password on a terminal, and shows nothing of it', async () => {
  const shown: unknown[] = []
  vi.spyOn(console, 'log').mockReturnValue()
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => shown.push(chunk) > 0)
  }
  const type = async (...typed: string[]) => {
    shown.length = 0
    const input = Object.assign(new PassThrough(), { isTTY: true })
    const added = run(['add', 'ana'], never, input)
    // Handled at once; the caller awaits it later.
    added.catch(() => undefined)
    for (const [index, text] of typed.entries()) {
      await vi.waitFor(() => expect(shown).toContain(['Password of ana: ', 'Once more: '][index]))
      input.write(text)
    }
    await added
  }

  const endOfInput = '\u0004'
  await expect(type(endOfInput)).rejects.toThrow('There is no password: nothing was changed.')
  await expect(type('secret-1\r', 'secret-2\r')).rejects.toThrow('The passwords differ: nothing was changed.')
  expect(await signsIn('ana', 'secret-1')).toBe(false)
  await type('secret-1\r', 'secret-1\r')
  expect(await signsIn('ana', 'secret-1')).toBe(true)
  expect(shown.join('')).not.toMatch(/secret|\*/)
})
