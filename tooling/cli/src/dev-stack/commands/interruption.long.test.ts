import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { startReferenceBackend } from '@canje/reference-backend'
import { manageStaff } from '@canje/reference-backend/staff'
import { dropTemplates, openDatabase } from '@canje/reference-backend/testing'
import { addLaterMigration } from '@canje/reference-backend/testing/later-migration'
import fc from 'fast-check'
import getPort from 'get-port'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type CommandLine, countSteps, type Moment, runAndKill } from '../testing/killed-command'
import { run as runStaff } from './staff'

const RUNS = 120
const OLD = 'first-secret'
const NEW = 'second-secret'
const NAMES = ['eva', 'disabled', 'new']
const never = new AbortController().signal

let folder: string
let environment: Record<string, string>

/** Each command, with the data folder that it starts in. */
const commands: [data: 'current' | 'older' | 'absent', line: CommandLine][] = [
  ['current', ['staff', 'passwd', 'eva']],
  ['current', ['staff', 'add', 'new']],
  ['current', ['staff', 'add', 'disabled']],
  ['current', ['staff', 'disable', 'eva']],
  ['older', ['start']],
  ['older', ['staff', 'disable', 'eva']],
  ['absent', ['start']],
]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-interruption-'))
  const [PORT, REMOTES_PORT, SECURITY_PORT, API_PORT] = await Promise.all([1, 2, 3, 4].map(() => getPort()))
  environment = Object.fromEntries(
    Object.entries({
      ...{ PORT, REMOTES_PORT, SECURITY_PORT, API_PORT },
      ...{ SEED_USERS: 3, SEED_CODES: 5, SEED_SCORES: 4, SEED_REFERRALS: 2 },
    }).map(([variable, value]) => [variable, String(value)]),
  )
  await createData()
})
afterAll(() => rm(folder, { recursive: true }))

const at = (copy: string) => ({ ...environment, DATA_DIR: join(folder, copy) })
/** The environment of a command. Data is older by the version of the command. */
const environmentOf = (data: string, copy: string) => ({
  ...at(copy),
  ...(data === 'older' && { LATER_VERSION: 'yes' }),
})
const directoryOf = (data: string) => join(folder, data, 'database')

/** Creates a data folder, whose data differs from that of a new database. */
async function createData(): Promise<void> {
  const choice = { kind: 'embedded', directory: directoryOf('current') } as const
  await withBackend('current', async ({ request }) => {
    await request('InsertCodes', { prmnumber_codes: 1 })
    for (const username of ['eva', 'disabled']) await manageStaff(choice, { action: 'add', username, password: OLD })
    await manageStaff(choice, { action: 'disable', username: 'disabled' })
  })
  const database = await openDatabase(choice)
  await dropTemplates(database)
  await database.destroy()
}

interface Product {
  token(user: string, password: string): Promise<string | null>
  request(path: string, body?: object): Promise<unknown>
}

/** Runs work with the services that `npm start` starts on a data folder, in this thread: it has loaded their modules. */
async function withBackend<T>(data: string, work: (product: Product) => Promise<T>): Promise<T> {
  const backend = await startReferenceBackend({
    database: { kind: 'embedded', directory: directoryOf(data) },
    securityPort: 0,
    apiPort: 0,
    allowedOrigins: [],
    seed: { users: 3, codes: 5, scores: 4, referrals: 2 },
    admin: { user: 'admin', password: 'demo-1234' },
    logLevel: 'silent',
  })
  const send = async (url: string, headers: object, body?: object) => {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.status).toBe(200)
    return response.json()
  }
  const token: Product['token'] = async (username_input, password_input) =>
    (await send(`${backend.securityUrl}/CreateToken`, {}, { username_input, password_input })).data
  try {
    const Authorization = `Bearer ${await token('admin', 'demo-1234')}`
    return await work({ token, request: (path, body) => send(`${backend.apiUrl}/${path}`, { Authorization }, body) })
  } finally {
    await backend.close()
  }
}

/** What the staff of a data folder see: its codes, and who can sign in. */
function stateOf(data: string) {
  return withBackend(data, async ({ token, request }) => {
    const { data: codes } = (await request('SelectCodes')) as { data: { data: { name: string }[] } }
    const secrets = NAMES.flatMap((user) => [OLD, NEW].map((password) => [user, password] as const))
    const accepted = await Promise.all(secrets.map(async ([user, password]) => (await token(user, password)) !== null))
    return {
      codes: codes.data.map((code) => code.name),
      accepted: secrets.filter((_secret, index) => accepted[index]).map((secret) => secret.join(' ')),
    }
  })
}

/** Runs work once per key, and keeps its result: a run of a command takes seconds. */
function cached<Key, Result>(work: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  const results = new Map<Key, Promise<Result>>()
  return (key) => {
    const result = results.get(key) ?? work(key)
    results.set(key, result)
    return result
  }
}

const untouchedState = cached(async (data: string) => inCopy(data, stateOf))

/** The states before and after a command, and its steps. */
const referenceOf = cached(async (command: (typeof commands)[number]) => {
  const [data, line] = command
  return inCopy(data, async (copy) => {
    const steps = await countSteps(line, environmentOf(data, copy), NEW)
    const after = await stateOf(copy)
    // The kills of a first start leave the data of a complete one.
    return { steps, before: data === 'absent' ? after : await untouchedState(data), after }
  })
})

let copies = 0
/** Runs work on a copy of the data folder, or on no data; as a later version, where the data is older. */
async function inCopy<T>(data: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = `copy-${copies++}`
  if (data === 'absent') await mkdir(join(folder, copy))
  else await cp(join(folder, 'current'), join(folder, copy), { recursive: true })
  const endVersion = data === 'older' ? addLaterMigration() : () => undefined
  const result = await work(copy).finally(endVersion)
  await rm(join(folder, copy), { recursive: true })
  return result
}

/** Runs a command again, after it was killed. One that was done says so, or does it again. */
async function repeat([command, ...args]: CommandLine, copy: string): Promise<void> {
  for (const [variable, value] of Object.entries(at(copy))) vi.stubEnv(variable, value)
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const input = new PassThrough()
  input.end(NEW)
  try {
    if (command === 'staff')
      await runStaff(args, never, input).catch((error: Error) => {
        if (!/^There is an account \w+ already/.test(error.message)) throw error
      })
  } finally {
    log.mockRestore()
    vi.unstubAllEnvs()
  }
}

const places = fc.record({
  command: fc.nat(commands.length - 1),
  place: fc.constantFrom('main', 'last of main', 'engine', 'last of engine', 'time'),
  part: fc.integer({ min: 0, max: 99 }),
})

function momentOf(place: string, part: number, steps: Awaited<ReturnType<typeof countSteps>>): Moment {
  if (place === 'time') return { afterMs: (part / 90) * steps.durationMs }
  const thread = place.endsWith('engine') && steps.engine > 0 ? 'engine' : 'main'
  // The last steps replace data; most others copy it.
  const step = place.startsWith('last') ? Math.max(steps[thread] - 1 - (part % 12), 0) : (part * steps[thread]) / 100
  return { thread, step: Math.floor(step) }
}

it('leaves the old or the new data after a command was killed at whichever moment, and the command can be repeated', async () => {
  async function survivesKill({ command: index, place, part }: { command: number; place: string; part: number }) {
    const command = commands[index]
    if (!command) throw new Error(`There is no command ${index}.`)
    const [data, line] = command
    const { steps, before, after } = await referenceOf(command)
    const moment = momentOf(place, part, steps)
    await inCopy(data, async (copy) => {
      const ended = await runAndKill(line, environmentOf(data, copy), NEW, moment)
      if ('step' in moment) expect(ended).toMatchObject({ code: null, stderr: '' })
      expect([before, after]).toContainEqual(await stateOf(copy))
      await repeat(line, copy)
      expect(await stateOf(copy)).toEqual(after)
      const entries = await readdir(directoryOf(copy))
      expect(entries.filter((entry) => !/^(pgdata|backups|backend\.lock)$/.test(entry))).toEqual([])
    })
  }
  await fc.assert(fc.asyncProperty(places, survivesKill), {
    seed: 20261125,
    numRuns: RUNS,
    endOnFailure: true,
    examples: [
      { command: 4, place: 'last of main', part: 1 },
      { command: 4, place: 'engine', part: 50 },
    ].map((example) => [example]),
  })
})
