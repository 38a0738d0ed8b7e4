import { createPrivateKey } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createKey, makeLive, openStore, publicKeyOf, publish, type ReleaseStore } from '@canje/release-store'
import { temporaryFolder, writeBuild } from '@canje/release-store/testing'
import { expect, it, onTestFinished } from 'vitest'
import { selfSigned } from '../../dev-stack/testing'
import { checkSameStore, fetchShells, keysNotTrusted, originsNotGranted, requirementsUnmet } from './shells'

const { signal } = new AbortController()
const config = { securityUrl: 'http://s.test', apiUrl: 'http://a.test', registryUrl: '/registry.json', connect: [] }
const manifest = { name: 'shell', version: '1.0.0', build: 'b', provides: { react: '19.3.1' } }

/** Starts a server with one body per path, and 404 for other paths. */
async function serverOf(bodies: Record<string, string>): Promise<string> {
  const server: Server = createServer(({ url = '' }, response) => {
    response.statusCode = url in bodies ? 200 : 404
    response.end(bodies[url] ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

it('reads the shared packages and the configuration of a live shell', async () => {
  const url = await serverOf({ '/release.json': JSON.stringify(manifest), '/config.json': JSON.stringify(config) })
  expect(await fetchShells([url], signal)).toEqual({
    value: [{ url, provides: { react: '19.3.1' }, sharedUi: undefined, config }],
    findings: [],
  })
})

it.each([
  ['accepts a connection only', () => undefined],
  ['never ends a response', (response: ServerResponse) => void response.write('{')],
])('gives up a shell that %s, also after garbage was collected', async (_what, respond) => {
  const server = createServer((_request, response) => respond(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  // No mock, which would hold what it returns.
  const { timeout } = AbortSignal
  AbortSignal.timeout = () => timeout.call(AbortSignal, 300)
  onTestFinished(() => void Object.assign(AbortSignal, { timeout }))
  setFlagsFromString('--expose-gc')
  const collecting = setInterval(runInNewContext('gc'), 20)
  onTestFinished(() => clearInterval(collecting))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { findings } = await fetchShells([url], signal)
  expect(findings.map(({ message }) => message)).toEqual([
    `The shell at ${url} cannot be read: ${url}release.json did not respond within 10 s.`,
  ])
})

it('says how a certificate that nobody trusts will be trusted', async () => {
  const server = createTlsServer(selfSigned(), (_request, response) => response.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  onTestFinished(() => void server.close())
  const { findings } = await fetchShells([`https://localhost:${(server.address() as AddressInfo).port}/`], signal)
  expect(findings).toMatchObject([{ code: 'shell-unreachable', fix: expect.stringContaining('NODE_EXTRA_CA_CERTS') }])
})

it('trusts the keys of both settings, and any key without them', async () => {
  const [ours, theirs] = [createPrivateKey(createKey()), createPrivateKey(createKey())]
  const [a, b] = [ours, theirs].map(publicKeyOf)
  const distrusted = async (keys: object) => {
    const url = await serverOf({
      '/release.json': JSON.stringify(manifest),
      '/config.json': JSON.stringify({ ...config, ...keys }),
    })
    const { value: shells = [] } = await fetchShells([url], signal)
    expect(shells).toHaveLength(1)
    return (await keysNotTrusted(shells, ours)).map(({ message }) => message)
  }
  expect(await distrusted({})).toEqual([])
  expect(await distrusted({ registryKey: a })).toEqual([])
  expect(await distrusted({ registryKey: b, registryKeys: [a] })).toEqual([])
  expect(await distrusted({ registryKeys: [b, a] })).toEqual([])
  expect(await distrusted({ registryKey: b, registryKeys: [b] })).toEqual([
    expect.stringMatching(/trusts key \w{16}, not \w{16}\.$/),
  ])
})

it.each([
  ['without release.json', {}, 'release.json responded with status 404'],
  ['with HTML for release.json', { '/release.json': '<html>' }, 'is not valid JSON'],
  ['with another manifest', { '/release.json': '{}' }, 'Invalid key'],
  ['without configuration', { '/release.json': JSON.stringify(manifest) }, 'config.json responded with status 404'],
  [
    'with an invalid key',
    { '/release.json': JSON.stringify(manifest), '/config.json': JSON.stringify({ ...config, registryKey: '?' }) },
    '32 bytes in base64',
  ],
  [
    'with an empty list of keys',
    { '/release.json': JSON.stringify(manifest), '/config.json': JSON.stringify({ ...config, registryKeys: [] }) },
    'must name at least one key',
  ],
])('reports a shell %s', async (_description, bodies, reason) => {
  const url = await serverOf(bodies)
  const { value, findings } = await fetchShells([url], signal)
  expect(value).toEqual([])
  expect(findings).toMatchObject([{ code: 'shell-unreachable', message: expect.stringContaining(reason) }])
  expect(findings[0]?.message).toContain(`The shell at ${url}`)
})

it('reports every unreachable shell', async () => {
  const { findings } = await fetchShells(['http://127.0.0.1:2/', 'http://127.0.0.1:3/'], signal)
  expect(findings.map(({ message }) => message)).toEqual([
    expect.stringContaining('ECONNREFUSED 127.0.0.1:2'),
    expect.stringContaining('ECONNREFUSED 127.0.0.1:3'),
  ])
})

it('accepts an earlier registry of the same store, as a CDN may serve, and no other store', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  const [store, other] = [openStore(join(folder, 'store')), openStore(join(folder, 'other'))]
  const release = async (to: ReleaseStore, version: string) =>
    makeLive(to, [await publish(to, await writeBuild(folder, { version, build: version }))])
  const earlier = await release(store, '1.0.0')
  const { storeId: _, ...withoutId } = await release(store, '1.1.0')
  const findingsOf = async (served: object) => {
    const url = await serverOf({ '/registry.json': JSON.stringify(served) })
    const findings = await checkSameStore([{ url, provides: {}, sharedUi: undefined, config }], store, signal)
    return findings.map(({ code }) => code)
  }
  expect(await findingsOf(earlier)).toEqual([])
  expect(await findingsOf(await release(other, '1.0.0'))).toEqual(['registry-elsewhere'])
  // Of a store that an earlier version has written.
  expect(await findingsOf(withoutId)).toEqual([])
  expect(await findingsOf({ ...withoutId, serial: earlier.serial })).toEqual(['registry-elsewhere'])
})

it('names every version range that a shell does not meet', () => {
  const provides = { 'shared-auth': '1.4.0', react: '19.3.1' }
  const shells = [{ url: 'http://a.test/', provides, sharedUi: undefined, config }]
  const messages = requirementsUnmet(shells, 'mf-codes', {
    'shared-auth': '^2.0.0',
    react: '^19.3.0',
    zustand: '^5.0.0',
  })
  expect(messages.map(({ message }) => message)).toEqual([
    'mf-codes in the shell at http://a.test/: shared-auth ^2.0.0 is required, the shell provides 1.4.0.',
    'mf-codes in the shell at http://a.test/: zustand ^5.0.0 is required, the shell provides none.',
  ])
})

it('names the origins that a shell does not grant, and what its operator does', () => {
  const shell = (url: string, connect: string[]) => ({
    url,
    provides: {},
    sharedUi: undefined,
    config: { ...config, connect },
  })
  const shells = [shell('http://a.test/', ['https://maps.test']), shell('http://b.test/', ['https://prizes.test'])]
  expect(originsNotGranted(shells, { name: 'mf-codes' })).toEqual([])
  expect(originsNotGranted(shells, { name: 'mf-codes', connect: ['https://prizes.test'] })).toEqual([
    {
      code: 'connect-not-granted',
      message: 'The shell at http://a.test/ does not let mf-codes send requests to https://prizes.test.',
      fix: expect.stringContaining('"connect": ["https://maps.test","https://prizes.test"] in its config.json'),
    },
  ])
})
