import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiClient } from './api-client'
import { prefetchRead } from './prefetch-cache'
import { configureServices } from './services'
import { endSession, renewSession, startSession, useSession } from './session'
import { startTestServer } from './testing/server'

let server: Awaited<ReturnType<typeof startTestServer>>
let reply: { status?: number; body: string }

beforeEach(async () => {
  reply = { body: '{"data":[1]}' }
  server = await startTestServer(() => reply)
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
/** Of the info API: files share their modules, so a check of an earlier file's session may still ask the security service. */
const paths = () => server.requests.map(({ path }) => path).filter((path) => path.startsWith('/api/'))
const received = (count: number) => vi.waitFor(() => expect(paths(), paths().join()).toHaveLength(count))

it('returns the response to the first equal request only', async () => {
  prefetchRead('GET', 'SelectUsers')
  await received(1)
  expect(await selectUsers()).toEqual([1])
  expect(paths()).toEqual(['/api/SelectUsers'])
  reply = { body: '{"data":[2]}' }
  expect(await selectUsers()).toEqual([2])
})

it('sends an empty object with a POST', async () => {
  prefetchRead('POST', 'SelectScores')
  await received(1)
  await apiClient.post('SelectScores', { prmNameOrPhone: 'Ana' })
  expect((await apiClient.post<unknown>('SelectScores', {})).data).toEqual([1])
  expect(server.requests.map(({ method, body }) => [method, body])).toEqual([
    ['POST', '{}'],
    ['POST', '{"prmNameOrPhone":"Ana"}'],
  ])
})

it('sends one request for two equal prefetches', async () => {
  prefetchRead('GET', 'SelectUsers')
  prefetchRead('GET', 'SelectUsers')
  expect(await selectUsers()).toEqual([1])
  expect(paths()).toHaveLength(1)
})

it('sends the same headers as apiClient', async () => {
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
    } = server.requests.find((request) => request.path === path)?.headers ?? {}
    return { authorization, accept, type }
  }
  expect(sent('/api/SelectUsers')).toEqual(sent('/api/SelectCodes'))
  expect(sent('/api/SelectScores')).toEqual(sent('/api/SelectReferrals'))
})

it('does not use a response of an earlier session', async () => {
  prefetchRead('GET', 'SelectUsers')
  await received(1)
  startSession('newer')
  await selectUsers()
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer t', 'Bearer newer'])
})

it('sends no prefetch after an equal request of the session, also with a renewed token, until one fails', async () => {
  await selectUsers()
  prefetchRead('GET', 'SelectUsers')
  renewSession('renewed')
  prefetchRead('GET', 'SelectUsers')
  prefetchRead('POST', 'SelectUsers')
  await received(2)
  expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST'])

  reply = { status: 500, body: '{}' }
  await expect(selectUsers()).rejects.toThrow()
  prefetchRead('GET', 'SelectUsers')
  await received(4)

  startSession('next')
  prefetchRead('POST', 'SelectUsers')
  await received(5)
})

it('returns no prefetched response to another method, or to a request with Cache-Control', async () => {
  prefetchRead('GET', 'SelectUsers')
  await received(1)
  await apiClient.post('SelectUsers', {})
  await apiClient.get('SelectUsers', { headers: { 'Cache-Control': 'no-cache' } })
  expect(paths()).toHaveLength(3)
})

it('keeps prefetches before a request that states that it reads, and aborts them before one that states a change', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  prefetchRead('GET', 'SelectUsers')
  await apiClient.post('FindCodes', {}, { reads: true })
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(false)
  await apiClient.post('SelectAndMark', {}, { reads: false })
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
  expect(fetched.mock.calls.map(([, init]) => Object.keys(init ?? {}))).not.toContainEqual(
    expect.arrayContaining(['reads']),
  )
})

it('aborts prefetches at the end of the session, and before a change', async () => {
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

it('prefetches nothing without a session, and no request that may change data', async () => {
  prefetchRead('GET', 'DeleteAllCodes')
  prefetchRead('GET', '../SelectUsers')
  endSession()
  prefetchRead('GET', 'SelectUsers')
  startSession('t')
  await selectUsers()
  expect(paths()).toEqual(['/api/SelectUsers'])
})

it('ends the session on a 401 only once the response is taken', async () => {
  reply = { status: 401, body: '{}' }
  prefetchRead('GET', 'SelectUsers')
  await received(1)
  expect(useSession.getState().idToken).toBe('t')
  await expect(selectUsers()).rejects.toThrow()
  expect(useSession.getState().idToken).toBeNull()
})

it('aborts with the request that took the response', async () => {
  prefetchRead('GET', 'SelectUsers')
  const controller = new AbortController()
  const request = apiClient.get('SelectUsers', { signal: controller.signal })
  controller.abort()
  await expect(request).rejects.toMatchObject({ code: 'ERR_CANCELED' })
})

it('aborts after ten seconds', async () => {
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
