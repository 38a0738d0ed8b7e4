import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import * as contract from '.'
import { claimHost, type HostCapability, sealContract, sessionId } from './host'
import { startSession } from './session'
import { startTestServer } from './testing/server'

let host: HostCapability
let server: Awaited<ReturnType<typeof startTestServer>>
let elsewhere: Awaited<ReturnType<typeof startTestServer>>
const { apiClient, useSession } = contract

beforeAll(() => {
  host = claimHost()
  sealContract()
})
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server = await startTestServer(() => ({ body: '{"data":[1]}' }))
  elsewhere = await startTestServer(() => ({ body: '{"data":"stolen"}' }))
  host.configureServices({ securityUrl: server.url, apiUrl: server.url })
  startSession('t', 'ana')
})
afterEach(async () => {
  host.endSession()
  await server.close()
  await elsewhere.close()
})

/** The session and a request are as before, whatever a tab has done. */
async function expectNoChange(session: string | null) {
  expect([sessionId(), useSession.getState().idToken, sessionStorage.getItem('id_token')]).toEqual([session, 't', 't'])
  server.requests.length = 0
  expect((await apiClient.get('SelectCodes')).data).toEqual([1])
  expect(server.requests).toMatchObject([{ path: '/SelectCodes', headers: { authorization: 'Bearer t' } }])
  expect(server.requests[0]?.headers).not.toHaveProperty('x-tab')
  expect(elsewhere.requests).toEqual([])
}

it('is handed out once per page', () => {
  expect(() => claimHost()).toThrow('This page has a host')
})

it.each<[name: string, call: (url: string) => unknown]>([
  ['endSession', () => contract.endSession()],
  ['configureServices', (url) => contract.configureServices({ securityUrl: url, apiUrl: url })],
  ['signIn', () => contract.signIn({ username: 'eva', password: 'x' })],
])('%s of the contract does nothing but warn', async (name, call) => {
  const session = sessionId()
  await call(elsewhere.url)
  expect(server.requests).toEqual([])
  await expectNoChange(session)
  expect(console.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(name))
})

it('signIn of the contract says that nobody has signed in', async () => {
  expect(await contract.signIn({ username: 'eva', password: 'x' })).toBe(false)
})

it.each<[what: string, change: (url: string) => unknown]>([
  ['the state', () => useSession.setState({ idToken: null, expiresAt: null })],
  ['the object of the state', () => Object.assign(useSession.getState(), { idToken: 'other' })],
  ['a function of the hook', () => Object.assign(useSession, { getState: () => ({ idToken: 'other' }) })],
  ['a default', () => Object.assign(apiClient.defaults, { adapter: () => Promise.reject(new Error('tab')) })],
  ['a default header', () => Object.assign(apiClient.defaults.headers.common, { 'X-Tab': '1' })],
  ['the fetch function', (url) => Object.assign(apiClient.defaults.env ?? {}, { fetch: () => fetch(url) })],
  ['all defaults', () => Object.assign(apiClient, { defaults: {} })],
  ['a request interceptor', (url) => apiClient.interceptors.request.use((request) => ({ ...request, url }))],
  ['a response interceptor', () => apiClient.interceptors.response.use(() => Promise.reject(new Error('tab')))],
  ['a method', (url) => Object.assign(apiClient, { get: () => fetch(url) })],
])('a tab that changes %s of the contract has no effect on the others', async (_what, change) => {
  const session = sessionId()
  try {
    change(elsewhere.url)
  } catch (error) {
    // A frozen object refuses a change.
    expect(error).toBeInstanceOf(TypeError)
  }
  await expectNoChange(session)
})

it("a tab's values and listeners that throw do not stop the end of the session", () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const later = { close: vi.fn(), listener: vi.fn() }
  const fail = () => {
    throw new Error('tab')
  }
  const unsubscribe = [useSession.subscribe(fail), useSession.subscribe(later.listener)]
  contract.sessionValue(Symbol('first'), () => ({ close: fail }))
  contract.sessionValue(Symbol('later'), () => later)
  host.endSession()
  expect(later.close).toHaveBeenCalledOnce()
  expect(later.listener).toHaveBeenCalledOnce()
  expect(reported).toHaveBeenCalledTimes(2)
  for (const stop of unsubscribe) stop()
})
