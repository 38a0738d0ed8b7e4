import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createKey } from '@canje/release-store'
import { temporaryFolder } from '@canje/release-store/testing'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
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
  propose: ['mf-codes', '--dist', 'dist', ...WRITE],
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const proxy = await openProxy(SECRETS.proxy, { 'office.test': port, 'bucket.test': port })
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

it.each([
  ['an invalid URL of a shell', () => ['status', '--shell', 'htp://ana:pw-1@office.test']],
  ['a password with a slash', () => ['status', '--shell', 'https://ana:pw-1/2@office.test']],
  ['a URL as the store', () => ['status', '--store', 'https://ana:pw-1@office.test']],
  ['a bucket with a password', () => ['status', '--store', 's3://ana:pw-1@canje']],
  [
    'a key in place of its file',
    () => ['rollback', 'mf-codes', '--key', createKey().replace(/(?<=KEY-----\n)/, 'pw-1')],
  ],
])('prints nothing secret of %s', async (_what, args) => {
  const printed = await printedBy(...args())
  expect(printed.trim()).not.toBe('')
  expect(printed).not.toContain('pw-1')
})
