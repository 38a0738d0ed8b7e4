import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import * as contract from '.'
import { endSession, sealContract, sessionId } from './host'
import { startSession } from './session'
import { startTestService } from './tests/service'

const { apiClient, useSession } = contract
const service = startTestService()
const elsewhere = 'http://elsewhere.invalid'

beforeAll(sealContract)
beforeEach(() => startSession('t', 'ana'))

/** The session and a request are as before, whatever a tab has done. */
async function expectNoChange(session: string | null) {
  expect([sessionId(), useSession.getState().idToken, sessionStorage.getItem('id_token')]).toEqual([session, 't', 't'])
  service.requests.length = 0
  expect((await apiClient.get('SelectCodes')).data).toEqual([1])
  expect(service.requests).toMatchObject([{ path: '/api/SelectCodes', headers: { authorization: 'Bearer t' } }])
  expect(service.requests[0]?.headers).not.toHaveProperty('x-tab')
}

it.each<[what: string, change: (url: string) => unknown]>([
  ['the state', () => useSession.setState({ idToken: null, expiresAt: null })],
  ['the object of the state', () => Object.assign(useSession.getState(), { idToken: 'other' })],
  ['a function of the hook', () => Object.assign(useSession, { getState: () => ({ idToken: 'other' }) })],
  ['a default', () => Object.assign(apiClient.defaults, { adapter: () => Promise.reject(new Error('tab')) })],
  ['a default header', () => Object.assign(apiClient.defaults.headers.common, { 'X-Tab': '1' })],
  ['a request interceptor', (url) => apiClient.interceptors.request.use((request) => ({ ...request, url }))],
  ['a response interceptor', () => apiClient.interceptors.response.use(() => Promise.reject(new Error('tab')))],
  ['a method', (url) => Object.assign(apiClient, { get: () => fetch(url) })],
])('refuses a change of %s of the contract', async (_what, change) => {
  const session = sessionId()
  expect(() => change(elsewhere)).toThrow()
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
  endSession()
  expect(later.close).toHaveBeenCalledOnce()
  expect(later.listener).toHaveBeenCalledOnce()
  expect(reported).toHaveBeenCalledTimes(2)
  for (const stop of unsubscribe) stop()
})
