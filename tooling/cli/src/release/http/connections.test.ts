import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '@canje/release-store/testing'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { selfSigned } from '../../dev-stack/testing'
import { findChromium } from '../../project/test-runner'
import { openProxy, type TestProxy } from '../testing/proxy'
import { openConnections } from './connections'
import { respondToPage } from './page-request'

const PASSWORD = 'p@ss word'
const TOKEN = 'access-token'
const PAGE = '<h1>Office</h1><script src="/script.js"></script>'

let browser: Browser
/** By host and path, the headers of each request. */
let received: Map<string, IncomingHttpHeaders>

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findChromium(process.env, new AbortController().signal) })
})
afterAll(() => browser.close())
beforeEach(() => {
  received = new Map()
})

/** Two sites: the office wants a token, and `/away` leads to the other one. */
const respond: RequestListener = ({ url = '', headers }, response) => {
  received.set(`${headers.host}${url}`, headers)
  const isOffice = headers.host?.startsWith('office.test')
  if (isOffice && headers['x-token'] !== TOKEN) return void response.writeHead(401).end()
  if (url === '/away') return void response.writeHead(302, { Location: 'http://other.test/landing' }).end()
  if (url === '/script.js')
    return void response.setHeader('Content-Type', 'text/javascript').end('document.title = "ready"')
  response.writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'session=cookie-secret' }).end(PAGE)
}

async function listening<T extends Server>(server: T): Promise<T> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return server
}

async function openNetwork(): Promise<TestProxy> {
  const server = await listening(createServer(respond))
  const proxy = await openProxy(PASSWORD, { 'office.test': server, 'other.test': server })
  onTestFinished(() => proxy.close())
  return proxy
}

async function connect(environment: NodeJS.ProcessEnv, headers = {}): Promise<void> {
  onTestFinished(await openConnections(environment, headers))
}

const proxyUrl = ({ url }: TestProxy) => url.replace(PASSWORD, encodeURIComponent(PASSWORD))
const OFFICE_HEADERS = { 'http://office.test': { 'X-Token': TOKEN } }

it('sends headers of an origin to that origin only, through a proxy', async () => {
  const proxy = await openNetwork()
  await connect({ HTTP_PROXY: proxyUrl(proxy) }, OFFICE_HEADERS)
  expect((await fetch('http://office.test/away')).url).toBe('http://other.test/landing')
  expect(received.get('office.test/away')).toMatchObject({ 'x-token': TOKEN })
  expect(received.get('other.test/landing')).not.toHaveProperty('x-token')
  expect(received.get('other.test/landing')).not.toHaveProperty('proxy-authorization')
  expect(proxy.seen).toEqual(['http://office.test/away', 'http://other.test/landing'])
})

it('keeps the headers of a request, whatever the case', async () => {
  const proxy = await openNetwork()
  await connect({ http_proxy: proxyUrl(proxy) }, { 'http://other.test': { AUTHORIZATION: 'Basic b', 'X-Other': '1' } })
  await fetch('http://other.test/', { headers: { Authorization: 'AWS4 signature' } })
  expect(received.get('other.test/')).toMatchObject({ authorization: 'AWS4 signature', 'x-other': '1' })
})

it('opens a page of Chromium through the proxy with the headers, and leaves no cookie', async () => {
  await connect({ HTTP_PROXY: proxyUrl(await openNetwork()) }, OFFICE_HEADERS)
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  await context.route('http://office.test/**', respondToPage)
  const page = await context.newPage()
  await page.goto('http://office.test/')
  await page.waitForFunction(() => document.title === 'ready')
  expect([...received.keys()]).toEqual(expect.arrayContaining(['office.test/', 'office.test/script.js']))
  expect(await context.cookies()).toEqual([])
})

it('opens a tunnel for https', async () => {
  const server = await listening(createTlsServer(selfSigned(), respond))
  const proxy = await openProxy(PASSWORD, { 'secure.test': server })
  onTestFinished(() => proxy.close())
  await connect({ HTTPS_PROXY: proxyUrl(proxy) })
  // This process does not trust the certificate, which it gets.
  await expect(fetch('https://secure.test/')).rejects.toMatchObject({ cause: { code: /CERT|SELF_SIGNED/ } })
  expect(proxy.seen).toEqual(['secure.test:443'])
})

it.each([
  ['this machine', {}],
  ['all of NO_PROXY=*', { NO_PROXY: '*' }],
])('reaches %s without a proxy', async (_what, environment) => {
  const { port } = (await listening(createServer(respond))).address() as AddressInfo
  await connect({ HTTP_PROXY: 'http://127.0.0.1:1', ...environment })
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
})

it('reaches a host of NO_PROXY without a proxy', async () => {
  const proxy = await openNetwork()
  await connect({ HTTP_PROXY: proxyUrl(proxy), NO_PROXY: 'other.test, .internal.test' })
  await expect(fetch('http://other.test/')).rejects.toThrow('fetch failed')
  await expect(fetch('http://a.internal.test/')).rejects.toThrow('fetch failed')
  expect(proxy.seen).toEqual([])
})

it('says that a proxy wants another password', async () => {
  const { url } = await openNetwork()
  await connect({ HTTP_PROXY: url.replace(/\/\/.*@/, '//proxy-user:wrong@') })
  await expect(fetch('http://other.test/')).rejects.toMatchObject({
    cause: { message: expect.stringContaining('407') },
  })
})

it('accepts host and port of a proxy, and quotes no invalid URL', async () => {
  const proxy = await openNetwork()
  await connect({ HTTP_PROXY: proxyUrl(proxy).replace('http://', '') })
  expect((await fetch('http://other.test/')).status).toBe(200)
  await expect(openConnections({ HTTPS_PROXY: 'socks5://u:top-secret@x' }, {})).rejects.toThrow(
    /^HTTPS_PROXY is not the http or https URL of a proxy\.$/,
  )
})

it('leaves nothing behind', async () => {
  const proxy = await openNetwork()
  const close = await openConnections({ HTTP_PROXY: proxyUrl(proxy) }, OFFICE_HEADERS)
  await close()
  await expect(fetch('http://office.test/')).rejects.toThrow('fetch failed')
  expect(proxy.seen).toEqual([])
})

/** Runs in a process of its own: Node.js reads NODE_EXTRA_CA_CERTS when it starts. */
const OPEN_PAGE = `
  const { chromium } = await import('playwright-core')
  const { respondToPage } = await import(process.env.MODULES + '/page-request.ts')
  const { openConnections } = await import(process.env.MODULES + '/connections.ts')
  const close = await openConnections(process.env, {})
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM })
  const page = await browser.newPage()
  await page.route('**', respondToPage)
  await page.goto('https://bench/')
  await page.waitForFunction(() => document.title === 'ready')
  await browser.close()
  await close()
`

it('opens a page whose certificate is of an authority in NODE_EXTRA_CA_CERTS', async () => {
  const certificate = selfSigned()
  const file = join(await temporaryFolder(), 'authority.pem')
  await writeFile(file, certificate.cert)
  const server = await listening(createTlsServer(certificate, respond))
  // The name in the certificate.
  const proxy = await openProxy(PASSWORD, { bench: server })
  onTestFinished(() => proxy.close())
  const environment = {
    ...process.env,
    NODE_EXTRA_CA_CERTS: file,
    HTTPS_PROXY: proxyUrl(proxy),
    MODULES: import.meta.dirname,
    CHROMIUM: await findChromium(process.env, new AbortController().signal),
  }
  const options = { env: environment, cwd: import.meta.dirname }
  await promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', OPEN_PAGE], options)
  expect([...received.keys()]).toContain('bench/script.js')
})
