import { createServer, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readShellConfig } from '@canje/registry'
import { exampleListing } from '@canje/registry/testing'
import { expect, it, onTestFinished } from 'vitest'
import { portOf } from '../../../tests/port-of'
import { selfSigned } from '../../dev-stack/testing'
import { fetchShells, otherStores } from './shells'

const { signal } = new AbortController()
const { keys } = exampleListing()
const services = { securityUrl: 'http://s.test', apiUrl: 'http://a.test/v1/', storeUrl: '/store' }
const config = { ...services, storeId: 'store-1', operatorKeys: keys, remotes: { 'mf-codes': exampleListing() } }
const manifest = { name: 'shell', version: '1.0.0', build: 'b', provides: { react: '19.3.1' } }

/** Starts a server with one body per path, and 404 for other paths. */
async function serverOf(bodies: Record<string, string>): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    response.statusCode = url in bodies ? 200 : 404
    response.end(bodies[url] ?? '')
  })
  return `http://127.0.0.1:${await portOf(server)}/`
}

it('reads the shared packages and the configuration of a live shell', async () => {
  const url = await serverOf({ '/release.json': JSON.stringify(manifest), '/config.json': JSON.stringify(config) })
  expect(await fetchShells([url], signal)).toEqual({
    value: [
      {
        url,
        provides: { react: '19.3.1' },
        sharedUi: undefined,
        config: {
          securityUrl: 'http://s.test/',
          apiUrl: 'http://a.test/v1/',
          storeUrl: `${url}store/`,
          authority: {
            storeId: 'store-1',
            operatorKeys: keys,
            remotes: [{ ...exampleListing(), name: 'mf-codes' }],
            findings: [],
          },
        },
      },
    ],
    findings: [],
  })
})

it.each([
  ['accepts a connection only', () => undefined],
  ['never ends a response', (response: ServerResponse) => void response.write('{')],
])('gives up a shell that %s, also after garbage was collected', async (_what, respond) => {
  const server = createServer((_request, response) => respond(response))
  const url = `http://127.0.0.1:${await portOf(server)}/`
  onTestFinished(() => server.closeAllConnections())
  // No mock, which would hold what it returns.
  const { timeout } = AbortSignal
  AbortSignal.timeout = () => timeout.call(AbortSignal, 300)
  onTestFinished(() => void Object.assign(AbortSignal, { timeout }))
  setFlagsFromString('--expose-gc')
  const collecting = setInterval(runInNewContext('gc'), 20)
  onTestFinished(() => clearInterval(collecting))
  const { findings } = await fetchShells([url], signal)
  expect(findings.map(({ message }) => message)).toEqual([
    `The shell at ${url} cannot be read: ${url}release.json did not respond within 10 s.`,
  ])
})

it('says how a certificate that nobody trusts will be trusted', async () => {
  const server = createTlsServer(selfSigned(), (_request, response) => response.end('{}'))
  const { findings } = await fetchShells([`https://localhost:${await portOf(server, 'localhost')}/`], signal)
  expect(findings).toMatchObject([{ code: 'shell-unreachable', fix: expect.stringContaining('NODE_EXTRA_CA_CERTS') }])
})

it.each([
  ['without release.json', {}, 'release.json responded with status 404'],
  ['with another manifest', { '/release.json': '{}' }, 'Invalid key'],
  ['without configuration', { '/release.json': JSON.stringify(manifest) }, 'config.json responded with status 404'],
  [
    'whose configuration is no JSON',
    { '/release.json': JSON.stringify(manifest), '/config.json': '{' },
    'config.json is not JSON: ',
  ],
])('reports a shell %s', async (_description, bodies, reason) => {
  const url = await serverOf(bodies)
  const { value, findings } = await fetchShells([url], signal)
  expect(value).toEqual([])
  expect(findings).toMatchObject([{ code: 'shell-unreachable', message: expect.stringContaining(reason) }])
  expect(findings[0]?.message).toContain(`The shell at ${url}`)
})

it.each([
  ['a page to sign in', 200, '\n<!doctype html><title>Sign in</title>', 'is a web page of http://127.0.0.1'],
  ['a refusal', 401, '', 'responded with status 401'],
])('says that %s came in place of JSON, and which headers pass it', async (_what, status, body, reason) => {
  const server = createServer((_request, response) => response.writeHead(status).end(body))
  const { findings } = await fetchShells([`http://127.0.0.1:${await portOf(server)}/`], signal)
  expect(findings).toMatchObject([{ code: 'shell-unreachable', fix: expect.stringContaining('RELEASE_HEADERS') }])
  expect(findings[0]?.message).toContain(reason)
  expect(findings[0]?.message).not.toContain('\n')
})

it('names a shell of another store, and one that accepts another epoch of a remote', () => {
  const shellWith = (storeId: string, epoch: number) => {
    const trusting = readShellConfig({ ...config, storeId, remotes: { 'mf-codes': exampleListing({ epoch }) } })
    return { url: `http://${storeId}.test/${epoch}/`, provides: {}, sharedUi: undefined, config: trusting }
  }
  const shells = [shellWith('store-1', 1), shellWith('store-2', 1), shellWith('store-1', 2)]
  const log = { name: 'mf-codes', storeId: 'store-1', epoch: 1 }
  const code = 'store-elsewhere'
  expect(otherStores(shells, '/store', log)).toMatchObject([
    { code, message: 'The shell at http://store-2.test/1/ reads the store store-2, and /store is the store store-1.' },
    { code, message: expect.stringContaining('http://store-1.test/2/ accepts the epoch 2 of mf-codes') },
  ])
})
