import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { createKey } from '@canje/release-store'
import { temporaryFolder } from '@canje/release-store/testing'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { portOf } from '../../../tests/port-of'
import type { CommandName } from '../command-line'
import { run } from '../index'
import { recordedCliEnvironment } from '../testing/cli-environment'
import { writeHandwritten } from '../testing/handwritten-build'
import { openProxy } from '../testing/proxy'

const SECRETS = {
  shell: 'shell-p@ssword',
  token: 'access-proxy-token',
  proxy: 'proxy-password',
  bucket: 'bucket-secret-key',
  session: 'bucket-session-token',
}
const SHELL = `http://ana:${encodeURIComponent(SECRETS.shell)}@office.test/`
const BUCKET = ['--store', 's3://canje/releases']
const WRITE = ['--key', 'key.pem', '--shell', SHELL]

/** Each command with all that it can take. */
const ARGS: Record<CommandName, string[]> = {
  publish: ['mf-codes', '--dist', 'dist', ...BUCKET, ...WRITE],
  pack: ['mf-codes', '--dist', 'dist', '--shell', SHELL],
  promote: ['mf-codes@1.0.0', ...BUCKET, ...WRITE],
  copy: ['mf-codes@1.0.0', '--from', 's3://test', '--to', 's3://canje/releases', '--from-shell', SHELL, ...WRITE],
  rollback: ['mf-codes', ...BUCKET, ...WRITE],
  withdraw: ['mf-codes@1.0.0', '--reason', 'broken', ...BUCKET, ...WRITE],
  status: ['mf-codes', '--log', ...BUCKET, '--shell', SHELL],
  verify: [...BUCKET, '--shell', SHELL],
  propose: ['mf-codes', '--dist', 'dist', '--key', 'key.pem'],
  keygen: ['--out', 'key.pem'],
  prune: ['mf-codes', ...BUCKET, ...WRITE],
  'check-shell': [SHELL, ...BUCKET],
}

const REFUSES = { status: 400, code: 'InvalidRequest' }
const IS_EMPTY = { status: 404, code: 'NoSuchKey' }

let folder: string
let bucket = REFUSES
/** A build of another bundler. */
let dist: string
let environment: NodeJS.ProcessEnv
/** What a site of the network received, by host. */
let received: Map<string, IncomingHttpHeaders>

/** A network in which each site repeats in its responses what it received, where messages may quote it. */
beforeEach(async () => {
  folder = await temporaryFolder()
  received = new Map()
  const server = createServer(({ headers, url = '' }, response) => {
    const { host = '' } = headers
    received.set(host, headers)
    const echo = JSON.stringify(headers)
    if (host === 'office.test') return void response.end(`{"name":${echo},"version":${echo}}`)
    if (url.includes('list-type') && bucket.status === 404) return void response.end('<ListBucketResult/>')
    response.writeHead(bucket.status).end(`<Error><Code>${bucket.code}</Code><Message>${echo}</Message></Error>`)
  })
  await portOf(server)
  const proxy = await openProxy(SECRETS.proxy, { 'office.test': server, 'bucket.test': server })
  onTestFinished(() => proxy.close())
  const headers = { 'X-Token': SECRETS.token }
  const files = {
    'headers.json': JSON.stringify({ 'http://office.test': headers, 'http://bucket.test': headers }),
    'key.pem': createKey(),
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  dist = await writeHandwritten(folder, { tab: '{ default: () => null }' })
  environment = {
    ...process.env,
    INIT_CWD: folder,
    DATA_DIR: folder,
    HTTP_PROXY: proxy.url,
    RELEASE_HEADERS: 'headers.json',
    RELEASE_SHELLS: SHELL,
    AWS_ENDPOINT_URL: 'http://bucket.test',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: SECRETS.bucket,
    AWS_SESSION_TOKEN: SECRETS.session,
  }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
})
afterEach(() => vi.unstubAllEnvs())

async function printedBy(...args: string[]): Promise<string> {
  const output = recordedCliEnvironment(folder, environment)
  vi.spyOn(console, 'error').mockImplementation(output.printError)
  await run(args, new AbortController().signal, output)
  vi.restoreAllMocks()
  return `${output.stdout()}\n${output.stderr()}`
}

const encoded = [...Object.values(SECRETS), encodeURIComponent(SECRETS.shell), btoa(`ana:${SECRETS.shell}`)]

const cases = Object.entries(ARGS).flatMap(([command, args]) => [
  { command, args, when: 'is empty', response: IS_EMPTY },
  { command, args, when: 'refuses', response: REFUSES },
])

it.each(cases)('$command prints no secret when the bucket $when', async ({ command, args, response }) => {
  bucket = response
  const [, key = ''] = (await readFile(join(folder, 'key.pem'), 'utf8')).split('\n')
  for (const format of [[], ['--json']]) {
    const printed = await printedBy(command, ...args.map((arg) => (arg === 'dist' ? dist : arg)), ...format)
    expect(printed.trim()).not.toBe('')
    for (const secret of [...encoded, key]) expect(printed).not.toContain(secret)
  }
  // check-shell opens a shell only if there are releases.
  if (args.includes(SHELL) && bucket === IS_EMPTY && command !== 'check-shell')
    expect(received.get('office.test')).toMatchObject({
      authorization: `Basic ${btoa(`ana:${SECRETS.shell}`)}`,
      'x-token': SECRETS.token,
    })
})

const pem = createKey()
const [, der = ''] = pem.split('\n')

it.each<[string, string, string[], NodeJS.ProcessEnv?]>([
  ['an invalid URL of a shell', 'pw-1', ['status', '--shell', 'htp://ana:pw-1@office.test']],
  ['a password with a slash', 'pw-1', ['status', '--shell', 'https://ana:pw-1/2@office.test']],
  ['a password of digits and a slash', '4711', ['status', '--shell', 'https://ana:4711/2@office.test']],
  ['a password with a comma', 'pw-1', ['status', '--shell', 'https://ana:2,pw-1@office.test:999999']],
  ['a password with quotes', 'pw-1', ['status', '--shell', "htp://ana:'\"'pw-1@office.test"]],
  ['a shell to be checked', 'pw-1', ['check-shell', 'ana:pw-1@office.test']],
  ['an option that does not exist', 'pw-1', ['status', '--shel=ana:pw-1@office.test']],
  ['a shell as the command', 'pw-1', ['ana:pw-1@office.test']],
  ['a shell as the release', 'pw-1', ['promote', 'https://ana:pw-1@office.test']],
  ['RELEASE_SHELLS and a comma', 'pw-1', ['status'], { RELEASE_SHELLS: 'https://ana:2,pw-1@office.test' }],
  ['a URL as the store', 'pw-1', ['status', '--store', 'https://ana:pw-1@office.test']],
  ['RELEASE_STORE with a user', 'pw-1', ['status'], { RELEASE_STORE: 'ana:pw-1@office.test' }],
  ['a store to copy from', 'pw-1', ['copy', 'a', '--from', 'ana:pw-1@office.test', '--to', 'a']],
  ['DATA_DIR with a user', 'pw-1', ['status'], { DATA_DIR: 'ana:pw-1@office.test' }],
  ['a bucket with a password', 'pw-1', ['status', '--store', 's3://ana:pw-1@canje']],
  ['a session token of two lines', 'pw-1', ['status', ...BUCKET], { AWS_SESSION_TOKEN: '1\npw-1' }],
  ['an endpoint with a password', '4711', ['status', ...BUCKET], { AWS_ENDPOINT_URL: 'http://ana:4711/2@localhost' }],
  ['a proxy with a password', 'pw-1', ['status'], { HTTP_PROXY: 'ana:pw-1/2@office.test' }],
  ['a proxy with a password of digits', '4711', ['status'], { HTTP_PROXY: 'http://ana:4711/2@office.test' }],
  ['headers in place of their file', 'pw-1', ['status'], { RELEASE_HEADERS: '{"http://office.test":{"A":"pw-1"}}' }],
  ['a key in place of its file', der, ['rollback', 'mf-codes', '--key', pem]],
  ['a key in place of a folder', der, ['publish', '--dist', pem]],
  ['the line of a key', der, ['propose', 'mf-codes', '--dist', 'dist', '--key', der]],
  ['a key in base64', btoa(pem).slice(0, 40), ['propose', 'mf-codes', '--dist', 'dist', '--key', btoa(pem)]],
  ['a private key in place of a public one', der, ['propose', 'mf-codes', '--public-key', pem]],
  ['its line in place of a public key', der, ['propose', 'mf-codes', '--public-key', der]],
  ['a key without its option', der, ['rollback', 'mf-codes', pem]],
])('prints nothing secret of %s', async (_what, secret, args, changes = {}) => {
  Object.assign(environment, changes)
  for (const [name, value] of Object.entries(changes)) vi.stubEnv(name, value)
  for (const format of [[], ['--json']]) {
    const printed = await printedBy(...args.map((arg) => (arg === 'dist' ? dist : arg)), ...format)
    expect(printed.trim()).not.toBe('')
    expect(printed).not.toContain(secret)
  }
})
