import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiClient } from './api-client'
import { prefetchRead } from './prefetch-cache'
import { configureServices } from './service-urls'
import { endSession, startSession, useSession } from './session'
import { startTestServer } from './test-server'

let server: Awaited<ReturnType<typeof startTestServer>>
let answer: { status?: number; body: string }

beforeEach(async () => {
  answer = { body: '{"data":[1]}' }
  server = await startTestServer(() => answer)
  configureServices({ securityUrl: server.url, apiUrl: `${server.url}/api` })
  startSession('t')
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  endSession()
  await server.close()
})

const selectUsers = async () => (await apiClient.get<unknown>('SelectUsers')).data
const calls = () => server.calls.map(({ path }) => path)
const received = (count: number) => vi.waitFor(() => expect(calls()).toHaveLength(count))

it('gives the answer to the first call that is made for it, and to no other', async () => {
  prefetchRead('GET', 'SelectUsers')
  await received(1)
  expect(await selectUsers()).toEqual([1])
  expect(calls()).toEqual(['/api/SelectUsers'])
  answer = { body: '{"data":[2]}' }
  expect(await selectUsers()).toEqual([2])
})

it('is a POST of an empty object where the call is one', async () => {
  prefetchRead('POST', 'SelectScores')
  await received(1)
  await apiClient.post('SelectScores', { prmNameOrPhone: 'Ana' })
  expect((await apiClient.post<unknown>('SelectScores', {})).data).toEqual([1])
  expect(server.calls.map(({ method, body }) => [method, body])).toEqual([
    ['POST', '{}'],
    ['POST', '{"prmNameOrPhone":"Ana"}'],
  ])
})

it('is asked once for what is started twice', async () => {
  prefetchRead('GET', 'SelectUsers')
  prefetchRead('GET', 'SelectUsers')
  expect(await selectUsers()).toEqual([1])
  expect(calls()).toHaveLength(1)
})

it('sends what apiClient would send', async () => {
  prefetchRead('GET', 'SelectUsers')
  await received(1)
  prefetchRead('POST', 'SelectScores')
  await received(2)
  await apiClient.get('SelectCodes')
  await apiClient.post('SelectReferrals', {})
  const sent = (path: string) => {
    const {
      authorization,
      accept,
      'content-type': type,
    } = server.calls.find((call) => call.path === path)?.headers ?? {}
    return { authorization, accept, type }
  }
  expect(sent('/api/SelectUsers')).toEqual(sent('/api/SelectCodes'))
  expect(sent('/api/SelectScores')).toEqual(sent('/api/SelectReferrals'))
})

it('is for this session only', async () => {
  prefetchRead('GET', 'SelectUsers')
  await received(1)
  startSession('newer')
  await selectUsers()
  expect(server.calls.map(({ headers }) => headers.authorization)).toEqual(['Bearer t', 'Bearer newer'])
})

it('is not given to a call that changes data, or that wants the newest', async () => {
  prefetchRead('GET', 'SelectUsers')
  await received(1)
  await apiClient.post('SelectUsers', {})
  await apiClient.get('SelectUsers', { headers: { 'Cache-Control': 'no-cache' } })
  expect(calls()).toHaveLength(3)
})

it('is dropped with the session, and before a call that changes data', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  prefetchRead('GET', 'SelectUsers')
  await apiClient.post('DeleteCode', {})
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
  prefetchRead('GET', 'SelectCodes')
  await apiClient.post('SelectScores', {})
  expect(fetched.mock.calls[2]?.[1]?.signal?.aborted).toBe(false)
  endSession()
  expect(fetched.mock.calls[2]?.[1]?.signal?.aborted).toBe(true)
})

it('starts nothing without a session, and nothing that may change data', async () => {
  prefetchRead('GET', 'DeleteAllCodes')
  prefetchRead('GET', '../SelectUsers')
  endSession()
  prefetchRead('GET', 'SelectUsers')
  startSession('t')
  await selectUsers()
  expect(calls()).toEqual(['/api/SelectUsers'])
})

it('ends the session by its 401 when it is taken, not before', async () => {
  answer = { status: 401, body: '{}' }
  prefetchRead('GET', 'SelectUsers')
  await received(1)
  expect(useSession.getState().idToken).toBe('t')
  await expect(selectUsers()).rejects.toThrow()
  expect(useSession.getState().idToken).toBeNull()
})

it('is cancelled with the call that took it', async () => {
  prefetchRead('GET', 'SelectUsers')
  const controller = new AbortController()
  const call = apiClient.get('SelectUsers', { signal: controller.signal })
  controller.abort()
  await expect(call).rejects.toMatchObject({ code: 'ERR_CANCELED' })
})

it('is given up after ten seconds', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  prefetchRead('GET', 'SelectUsers')
  vi.advanceTimersByTime(9_999)
  const signal = fetched.mock.calls[0]?.[1]?.signal
  expect(signal?.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(signal?.aborted).toBe(true)
  vi.useRealTimers()
  expect(await selectUsers()).toEqual([1])
  expect(fetched).toHaveBeenCalledTimes(2)
})
