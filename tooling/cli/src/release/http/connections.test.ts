import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '@canje/release-store/testing'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { portOf } from '../../../tests/port-of'
import { selfSigned } from '../../dev-stack/testing'
import { openProxy, type TestProxy } from '../testing/proxy'
import { openConnections } from './connections'

const PASSWORD = 'p@ss word'
const TOKEN = 'access-token'

/** By host and path, the headers of each request. */
let received: Map<string, IncomingHttpHeaders>

beforeEach(() => {
  received = new Map()
})

/** Two sites: the office wants a token, and `/away` leads to the other one. */
const respond: RequestListener = ({ url = '', headers }, response) => {
  received.set(`${headers.host}${url}`, headers)
  const isOffice = headers.host?.startsWith('office.test')
  if (isOffice && headers['x-token'] !== TOKEN) return void response.writeHead(401).end()
  if (url === '/away') return void response.writeHead(302, { Location: 'http://other.test/landing' }).end()
  response.end()
}

async function openNetwork(): Promise<TestProxy> {
  const server = createServer(respond)
  await portOf(server)
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

it('opens a tunnel for https', async () => {
  const server = createTlsServer(selfSigned(), respond)
  await portOf(server)
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
  const port = await portOf(createServer(respond))
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

it('accepts host and port of a proxy, and quotes no invalid URL', async () => {
  const proxy = await openNetwork()
  await connect({ HTTP_PROXY: proxyUrl(proxy).replace('http://', '') })
  expect((await fetch('http://other.test/')).status).toBe(200)
  await expect(openConnections({ HTTPS_PROXY: 'socks5://u:top-secret@x' }, {})).rejects.toThrow(
    /^HTTPS_PROXY is not the http or https URL of a proxy\.$/,
  )
})

/** Runs in a process of its own: Node.js reads NODE_EXTRA_CA_CERTS when it starts. */
const FETCH_FOR_PAGE = `
  const { fetchForPage } = await import(process.env.MODULES + '/page-request.ts')
  const { openConnections } = await import(process.env.MODULES + '/connections.ts')
  const close = await openConnections(process.env, {})
  const request = { url: () => 'https://bench/script.js', method: () => 'GET', headers: () => ({}) }
  console.log((await fetchForPage({ request: () => request })).status)
  await close()
`

it('fetches for a page from a host whose certificate is of an authority in NODE_EXTRA_CA_CERTS', async () => {
  const certificate = selfSigned()
  const file = join(await temporaryFolder(), 'authority.pem')
  await writeFile(file, certificate.cert)
  const server = createTlsServer(certificate, respond)
  await portOf(server)
  // The name in the certificate.
  const proxy = await openProxy(PASSWORD, { bench: server })
  onTestFinished(() => proxy.close())
  const variables = { NODE_EXTRA_CA_CERTS: file, HTTPS_PROXY: proxyUrl(proxy), MODULES: import.meta.dirname }
  const options = { env: { ...process.env, ...variables }, cwd: import.meta.dirname }
  const script = ['--import', 'tsx', '--input-type=module', '-e', FETCH_FOR_PAGE]
  expect((await promisify(execFile)(process.execPath, script, options)).stdout).toBe('200\n')
  expect([...received.keys()]).toEqual(['bench/script.js'])
})
