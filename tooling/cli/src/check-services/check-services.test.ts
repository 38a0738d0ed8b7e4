import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer, Server as TlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { readOpenApi } from '@canje/reference-backend/openapi'
import { admin, createEmbeddedDatabase, startOnNewDatabase, type TestBackend } from '@canje/reference-backend/testing'
import getPort from 'get-port'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { portOf } from '../../tests/port-of'
import { selfSigned } from '../dev-stack/testing'
import { run } from './index'
import { type Change, mutantFetch } from './testing/mutant-fetch'
import { at, everywhere, mutants, mutantsOfChanges, mutantsOfSignIn, together } from './testing/mutants'

/** Makes a token a JWT of five minutes. */
const FIVE_MINUTES = `x.${Buffer.from('{"iat":0,"exp":300}').toString('base64url')}.`
const FEATURES = 'idempotency,history'
/** Compiling its schemas takes longer than a run. */
const api = readOpenApi()
const never = new AbortController().signal

let backend: TestBackend
/** Base URLs with and without a slash at the end. */
let services: { securityUrl: string; apiUrl: string }
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'canje-check-services-'))
  // As Windows writes it.
  writeFileSync(join(folder, 'password'), `${admin.password}\r\n`)
  writeFileSync(join(folder, 'empty'), '\n')
  backend = await startOnNewDatabase(createEmbeddedDatabase)
  services = { securityUrl: backend.securityUrl, apiUrl: `${backend.apiUrl}/` }
})
afterAll(() => backend.close())
afterEach(() => vi.unstubAllGlobals())

/** Changes the messages between the command and the services until the end of the test. */
const mutate = (change: Change) => vi.stubGlobal('fetch', mutantFetch(change))

interface Run {
  args?: string[]
  urls?: { securityUrl: string; apiUrl: string }
  stop?: AbortSignal
  input?: PassThrough & { isTTY?: boolean }
}

/** Runs the command. @returns its exit code and what it printed */
async function check({ args = ['--password-file', 'password'], urls = services, stop = never, input }: Run = {}) {
  const printed: string[] = []
  const errors: string[] = []
  const exitCode = await run(
    ['--security-url', urls.securityUrl, '--api-url', urls.apiUrl, '--user', admin.user, ...args],
    stop,
    {
      folder: '/',
      environment: { INIT_CWD: folder },
      input: input ?? new PassThrough(),
      print: (text) => printed.push(text),
      printError: (text) => errors.push(...text.split('\n')),
    },
    api,
  ).catch((error: unknown) => error)
  return { exitCode, printed, errors }
}

const withChanges = ['--password-file', 'password', '--features', `${FEATURES},revoke`, '--allow-changes']

/** The lines of findings without their remedies, which none lacks. */
function withoutRemedies(lines: string[]): string[] {
  for (const line of lines) expect(line).toMatch(/^✗ (GET|POST) \w+, D\d+: .+\. → [A-Z].+\.$/)
  return lines.map((line) => line.replace(/^✗ (.*?) → .*$/, '$1'))
}

/** The ids of the codes, which no run changes. */
async function codeIds(): Promise<number[]> {
  vi.unstubAllGlobals()
  return (await backend.rows<{ id: number }>('SelectCodes')).map(({ id }) => id)
}

describe('the reference backend', () => {
  it.each([
    ['without changes', ['--features', FEATURES]],
    ['with changes', ['--allow-changes', '--features', `${FEATURES},revoke`]],
    ['with changes, without features', ['--allow-changes']],
  ])('has no finding %s, and gets no other ones, and never DeleteAllCodes', async (_title, more) => {
    const codes = await codeIds()
    const fetched = vi.spyOn(globalThis, 'fetch')
    const { exitCode, printed, errors } = await check({ args: ['--password-file', 'password', ...more] })
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] })
    expect(printed[0]).toBe(`The tabs work with ${services.securityUrl} and ${services.apiUrl}.`)
    const requests = fetched.mock.calls.filter(([, init]) => init?.method !== 'OPTIONS').map(([url]) => String(url))
    fetched.mockRestore()
    const changes = requests.filter((url) => /(Insert|Delete|Restore)\w+/.test(url))
    expect(changes.length > 0).toBe(more.includes('--allow-changes'))
    expect(changes.join()).not.toContain('DeleteAllCodes')
    expect(await codeIds()).toEqual(codes)
  })
})

it.each<[string, Change[]]>([
  [
    'a deeper envelope, other texts, numbers, ids and origins, and no optional request',
    [
      everywhere([/(?<=^(GET|POST) 200\n.*\n\n)(?!\{"data":\{"data":).*/s, '{"data":$&}']),
      at(
        'SelectReport',
        [/"name":"/, '$&\xc1'],
        [/^content-type: .*/m, 'content-type: application/json; charset=ISO-8859-1'],
      ),
      at('SelectCodes', [/"used":1/g, '"used":true'], [/"used":0/g, '"used":false']),
      at('SelectCodes', [/"id":(\d+)/g, `"id":$1${'0'.repeat(17)}1`]),
      at('SelectUsers', [/"total_points":(\d+)/g, '"total_points":"$1"'], [/"phone":"[^"]*"/g, '"phone":3001234567']),
      everywhere([/(?<=allow-origin: ).*/, '*']),
      at('Logout', [/^OPTIONS 204/, 'OPTIONS 404']),
      at('SelectScoreReferrals', [/^POST 200/, 'POST 404']),
    ],
  ],
  [
    'a flatter envelope, 400 and 401 in place of 200, null and missing fields, and unknown ones',
    [
      at('CreateToken', [/^POST 200(?=.*:null\}$)/s, 'POST 400']),
      at('ValidateLogin', [/^POST 200(?=.*"id":0)/s, 'POST 401']),
      everywhere([/(?<=\n\n)\{"data":(\{"data":.*\})\}$/s, '$1']),
      at(
        'SelectUsers',
        [/("id":\d+),[^{}]*/, '$1'],
        [/"(phone|date|total_points)":("[^"]*"|\d+)/g, '"$1":null,"more":[]'],
      ),
    ],
  ],
])('the tabs accept %s', async (_what, changes) => {
  mutate(together(changes))
  const { exitCode, errors } = await check({ args: ['--password-file', 'password', '--features', FEATURES] })
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] })
})

describe('a mutant is found:', () => {
  const casesOf = (table: typeof mutants) =>
    Object.entries(table).flatMap(([request, list]) =>
      list.map(([finding, ...replacements]) => [`${request}, ${finding}`, replacements] as const),
    )
  const pathOf = (line: string) => line.split(/[ ,]/)[1] ?? ''

  it.each(casesOf(mutantsOfSignIn))('%s', async (line, replacements) => {
    mutate(at(pathOf(line), ...replacements))
    const { exitCode, errors } = await check({ args: ['--password-file', 'password', '--features', FEATURES] })
    expect([exitCode, withoutRemedies(errors)]).toEqual([3, [line]])
  })

  describe.each([
    ['without changes', mutants, ['--password-file', 'password', '--features', FEATURES]],
    ['with changes', mutantsOfChanges, withChanges],
  ])('%s, beside others,', (_run, table, args) => {
    const most = Math.max(...Object.values(table).map((list) => list.length))
    it.each(Array.from({ length: most }, (_, index) => index))('number %i of each request', async (index) => {
      const codes = await codeIds()
      const cases = casesOf(
        Object.fromEntries(Object.entries(table).map(([request, list]) => [request, list.slice(index, index + 1)])),
      )
      mutate(together(cases.map(([line, replacements]) => at(pathOf(line), ...replacements))))
      const { exitCode, errors } = await check({ args })
      expect(exitCode).toBe(3)
      expect(withoutRemedies(errors).sort()).toEqual(cases.map(([line]) => line).sort())
      expect(await codeIds()).toEqual(codes)
    })
  })

  it.each([
    [
      'POST CreateToken, D17: the token expires after 300 s.',
      everywhere([new RegExp(FIVE_MINUTES), ''], [/(?<=\{"data":")(?=[^"]+"\}$)/, FIVE_MINUTES]),
    ],
    [
      'POST SelectScoreReferrals, D31: it does not know the user 9007199254740993 of SelectUsers.',
      at('SelectUsers', [/"id":1,/, '"id":9007199254740993,']),
    ],
  ])('%s', async (line, change) => {
    mutate(change)
    const { exitCode, errors } = await check({ args: ['--password-file', 'password', '--features', FEATURES] })
    expect([exitCode, withoutRemedies(errors)]).toEqual([3, [line]])
  })
})

describe('created codes are removed', () => {
  it('after Ctrl-C during InsertCodes', async () => {
    const codes = await codeIds()
    const stop = new AbortController()
    mutate((message, path) => {
      if (path === 'InsertCodes' && /^POST \d/.test(message)) stop.abort()
      return message
    })
    const { exitCode, errors } = await check({ args: withChanges, stop: stop.signal })
    expect(exitCode).toBe(stop.signal.reason)
    expect(errors).toEqual([])
    expect(await codeIds()).toEqual(codes)
  })

  it.each(['InsertCodes', 'DeleteCode'])('after a list that fails after %s', async (change) => {
    const codes = await codeIds()
    let isChanged = false
    mutate((message, path) => {
      isChanged ||= path === change && /^POST \d/.test(message)
      if (!isChanged || path !== 'SelectCodes' || !message.startsWith('GET 200')) return message
      isChanged = false
      return message.replace('200', '503')
    })
    const { exitCode, errors } = await check({ args: withChanges })
    expect([exitCode, withoutRemedies(errors)]).toEqual([3, ['GET SelectCodes, D6: it responds with 503.']])
    expect(await codeIds()).toEqual(codes)
  })

  it('or named, when the service does not delete them', async () => {
    const codes = await codeIds()
    mutate(at('DeleteCode', [/^POST DeleteCode(.*\n\n).*/s, 'GET SelectUsers$1']))
    const { errors } = await check({ args: withChanges })
    expect(withoutRemedies(errors)).toEqual([
      expect.stringMatching(/^POST DeleteCode, D31: the created code \w+ is not removed\.$/),
      'POST DeleteCode, D31: SelectCodes still lists the deleted code.',
    ])
    expect(await codeIds()).toHaveLength(codes.length + 1)
  })

  it('but not those that another person creates meanwhile, if the response names its own', async () => {
    const codes = await codeIds()
    mutate(at('InsertCodes', [/(?<="prmnumber_codes":)1/, '3'], [/"codes":\[(\{.*?\}).*\]/, '"codes":[$1]']))
    await check({ args: withChanges })
    expect(await codeIds()).toHaveLength(codes.length + 2)
  })

  it('but not one that another person creates before the restoration', async () => {
    const codes = await codeIds()
    const insert = 'POST InsertCodes\ncontent-type: application/json\n$1{"prmnumber_codes":1}'
    mutate(at('SelectStaffEvents', [/^GET SelectStaffEvents.prmLimit=100\n(.*)/s, insert]))
    await check({ args: withChanges })
    expect(await codeIds()).toHaveLength(codes.length + 1)
  })

  it('but none that may be of another person', async () => {
    const codes = await codeIds()
    mutate(at('InsertCodes', [/(?<="prmnumber_codes":)1/, '2'], [/(?<="data":)\{.*\}(?=\}$)/, 'true']))
    const { exitCode, errors } = await check({ args: ['--password-file', 'password', '--allow-changes'] })
    expect([exitCode, withoutRemedies(errors)]).toEqual([
      3,
      [expect.stringMatching(/^POST InsertCodes, D13: another person creates codes now: one of \w+, \w+ may be/)],
    ])
    expect(await codeIds()).toHaveLength(codes.length + 2)
  })
})

describe('services that cannot be checked', () => {
  /** Starts a server for both services. */
  async function serve(listener: RequestListener, server = createServer()) {
    const port = await portOf(server.on('request', listener), 'localhost')
    onTestFinished(() => server.closeAllConnections())
    return urlsOf(`http${server instanceof TlsServer ? 's' : ''}://localhost:${port}`)
  }
  const urlsOf = (url: string) => ({ url, urls: { securityUrl: url, apiUrl: url } })
  const within = (seconds: string) => ['--password-file', 'password', '--timeout', seconds]

  it('have a certificate that nobody trusts: 5', async () => {
    const { url, urls } = await serve((_request, response) => response.end(), createTlsServer(selfSigned()))
    const { exitCode, errors } = await check({ urls })
    expect([exitCode, errors]).toEqual([5, [expect.stringContaining(`${url}/CreateToken: the certificate is not`)]])
  })

  it('do not listen: 4', async () => {
    const { url, urls } = urlsOf(`http://localhost:${await getPort()}`)
    const { exitCode, errors } = await check({ urls })
    const line = `check-services failed: ${url}/CreateToken: the service does not respond (ECONNREFUSED). → Start`
    expect([exitCode, errors]).toEqual([4, [expect.stringContaining(line)]])
  })

  it('accept a connection without a response: 4', async () => {
    const { urls } = await serve(() => undefined)
    const { exitCode, errors } = await check({ args: within('0.3'), urls })
    expect([exitCode, errors]).toEqual([4, [expect.stringContaining('(no response within 0.3 s). → Start')]])
  })

  it('are busy: 7', async () => {
    const { urls } = await serve((_request, response) => response.writeHead(429, { 'Retry-After': '120' }).end())
    const { exitCode, errors } = await check({ urls })
    expect([exitCode, errors]).toEqual([7, [expect.stringContaining('is busy (429, Retry-After: 120). → Run')]])
  })

  it('cut their responses off, which are findings', async () => {
    const { urls } = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': '99' }).write('{', () => response.destroy())
    })
    const { exitCode, errors } = await check({ urls })
    expect([exitCode, withoutRemedies(errors)[0]]).toEqual([3, 'POST CreateToken, D1: the response is cut off.'])
  })

  it('never end a response: 6', async () => {
    const { urls } = await serve((_request, response) => {
      response.writeHead(200, { 'Access-Control-Allow-Origin': '*' })
      response.write('{"data":')
    })
    const { exitCode, errors, printed } = await check({ args: [...within('2'), '--json'], urls })
    expect([exitCode, errors]).toEqual([6, [expect.stringContaining('does not end within 2 s. → End')]])
    expect(JSON.parse(printed.join())).toMatchObject({ ok: false, exitCode: 6, error: expect.any(String) })
  })
})

describe('the command line', () => {
  it('prints one JSON object with --json', async () => {
    mutate(at('SelectCodes', [/"used":\d/g, '"used":"si"']))
    const { exitCode, printed, errors } = await check({ args: ['--password-file', 'password', '--json'] })
    expect(errors).toEqual([])
    expect(JSON.parse(printed.join())).toMatchObject({
      command: 'check-services',
      ok: false,
      exitCode,
      result: { securityUrl: services.securityUrl, origin: 'http://localhost:3000', features: [], changes: false },
      findings: [{ code: 'field-invalid', endpoint: 'GET SelectCodes', decision: 'D6', fix: expect.any(String) }],
    })
  })

  it.each([
    [['--password-file', 'missing'], 'The password file cannot be read'],
    [['--password-file', 'empty'], 'The password is empty'],
    [[], 'There is no terminal to type the password: add --password-file <file>.'],
    [['--password-file', 'password', '--features', 'undo'], 'The features are history, '],
    [['--password-file', 'password', '--api-url', 'api.example.com'], 'It must be an http or https URL'],
    [['--password-file', 'password', '--api-url', 'https://a:b@api.example.com'], 'without credentials'],
    [['--password-file', 'password', '--origin', 'https://office.example.com/main'], 'scheme, host and port only'],
    [['--password-file', 'password', '--timeout', '0'], 'a number of seconds'],
    [['--password-file', 'password', '--user', ' '], 'It is empty'],
  ])('%j is unusable', async (args, message) => {
    const { exitCode, errors } = await check({ args })
    expect([exitCode, errors.join(' ')]).toEqual([2, expect.stringContaining(message)])
    expect(errors.join(' ')).not.toContain('a:b')
  })

  it('asks for the password on the terminal without showing it', async () => {
    const shown = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const input = Object.assign(new PassThrough(), { isTTY: true })
    input.end(`${admin.password}\n`)
    const { exitCode } = await check({ args: [], input })
    const text = shown.mock.calls.join()
    shown.mockRestore()
    expect(exitCode).toBe(0)
    expect(text).toContain('Password of admin: ')
    expect(text).not.toContain(admin.password)
  })
})
