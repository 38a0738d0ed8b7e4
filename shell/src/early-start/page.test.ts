import { startTestServer } from 'shared-auth/test-server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeSession } from '../testing/test-shell'
import { forgetStart, type StoredStart, storeStart } from './stored-start'

const SESSION = 'this-session'

let server: Awaited<ReturnType<typeof startTestServer>>

beforeEach(async () => {
  vi.resetModules()
  server = await startTestServer(() => ({ body: '{"data":[]}' }))
  storeSession({ id: SESSION })
  storeStart(learnt())
})
afterEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  globalThis.canjeEarlyCalls = undefined
  globalThis.canjeEarlyRegistry = undefined
  history.replaceState(null, '', '/')
  await server.close()
})

function learnt(): StoredStart {
  const { url } = server
  const tabs: StoredStart['tabs'] = [
    { id: 'usuarios', reads: [['GET', 'SelectUsers']], files: [] },
    {
      id: 'puntaje',
      reads: [
        ['POST', 'SelectScores'],
        ['GET', 'DeleteAllCodes'],
      ],
      files: [`${url}/mf-scores/1.0.0/remoteEntry.js`],
    },
  ]
  return { session: SESSION, securityUrl: `${url}/security/`, apiUrl: `${url}/api/`, tabs }
}

const open = (address: string) => {
  history.replaceState(null, '', address)
  return import('./page')
}
const asked = () => server.calls.map(({ method, path }) => `${method} ${path}`).sort()

it('asks the guard, for the rows and the code of the tab that the address names; never for a change', async () => {
  await open('/main?tab=puntaje')
  await vi.waitFor(() =>
    expect(asked()).toEqual([
      'GET /mf-scores/1.0.0/remoteEntry.js',
      'POST /api/SelectScores',
      'POST /security/ValidateLogin',
    ]),
  )
  const { securityUrl, apiUrl } = learnt()
  expect(globalThis.canjeEarlyCalls).toMatchObject({ token: 'stored', securityUrl, apiUrl })
  expect(globalThis.canjeEarlyCalls?.calls).toHaveLength(2)
})

it.each([
  ['leaves the code of a tab to what runs it', 'has', []],
  ['asks for the code of a tab', 'has not', ['/mf-scores/1.0.0/remoteEntry.js']],
])('%s where the cache %s that of the host', async (_what, has, expected) => {
  const hostFile = `${location.origin}/main.js`
  storeStart({ ...learnt(), hostFile })
  const { fetch } = globalThis
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    if (address !== hostFile) return fetch(address, init)
    expect(init).toEqual({ cache: 'only-if-cached', mode: 'same-origin' })
    if (has === 'has not') throw new TypeError('Failed to fetch')
    return new Response('')
  })
  await open('/main?tab=puntaje')
  // Answered by a server, long after the cache.
  await vi.waitFor(() => expect(asked()).toContain('POST /api/SelectScores'))
  const addresses = fetched.mock.calls.map(([address]) => String(address))
  expect(addresses).toContain(hostFile)
  expect(addresses.filter((address) => address.includes('mf-'))).toEqual(expected.map((path) => server.url + path))
  fetched.mockRestore()
})

it('asks for the registry where it was the last time', async () => {
  const registryUrl = `${server.url}/registry.json`
  storeStart({ ...learnt(), registryUrl })
  await open('/main')
  expect(globalThis.canjeEarlyRegistry?.registryUrl).toBe(registryUrl)
  expect(await globalThis.canjeEarlyRegistry?.answer).toBe('{"data":[]}')
})

it.each(['/main', '/main?tab=nada'])('%s opens the first tab', async (address) => {
  await open(address)
  await vi.waitFor(() => expect(asked()).toEqual(['GET /api/SelectUsers', 'POST /security/ValidateLogin']))
})

it.each([
  ['without a session', () => sessionStorage.removeItem('id_token')],
  ['with an expired one', () => storeSession({ id: SESSION, expiresAt: Date.now() - 1 })],
  ['when nothing was learnt', forgetStart],
  ['when what was learnt cannot be read', () => localStorage.setItem('canje.start.1', '{')],
  [
    'when it is of another shape',
    () => {
      vi.spyOn(console, 'warn').mockReturnValue()
      localStorage.setItem('canje.start.1', JSON.stringify({ session: SESSION }))
    },
  ],
  ['by what another session learnt', () => storeSession({ id: 'another' })],
])('asks for nothing %s', async (_name, change) => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  change()
  await open('/main')
  expect(fetched).not.toHaveBeenCalled()
  expect(globalThis.canjeEarlyCalls).toBeUndefined()
  expect(globalThis.canjeEarlyRegistry).toBeUndefined()
  fetched.mockRestore()
})
