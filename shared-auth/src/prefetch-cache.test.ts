import { beforeEach, expect, it, vi } from 'vitest'
import { apiClient } from './api-client'
import { prefetchRead } from './prefetch-cache'
import { endSession, renewSession, startSession, useSession } from './session'
import { startTestService } from './tests/service'

const service = startTestService()
beforeEach(() => startSession('t'))

const selectUsers = async () => (await apiClient.get<unknown>('SelectUsers')).data
/** Of the info API: files share their modules, so a check of an earlier file's session may still ask the security service. */
const paths = () => service.requests.map(({ path }) => path).filter((path) => path.startsWith('/api/'))
const received = (count: number) => vi.waitFor(() => expect(paths(), paths().join()).toHaveLength(count))

it('returns the response to the first equal request only, and sends one request for equal prefetches', async () => {
  prefetchRead('GET', 'SelectUsers')
  prefetchRead('GET', 'SelectUsers')
  await received(1)
  expect(await selectUsers()).toEqual([1])
  expect(paths()).toEqual(['/api/SelectUsers'])
  service.reply = { body: '{"data":[2]}' }
  expect(await selectUsers()).toEqual([2])
})

it('sends an empty object with a POST', async () => {
  prefetchRead('POST', 'SelectScores')
  await received(1)
  await apiClient.post('SelectScores', { prmNameOrPhone: 'Ana' })
  expect((await apiClient.post<unknown>('SelectScores', {})).data).toEqual([1])
  expect(service.requests.map(({ method, body }) => [method, body])).toEqual([
    ['POST', '{}'],
    ['POST', '{"prmNameOrPhone":"Ana"}'],
  ])
})

it('sends the same headers as apiClient', async () => {
  prefetchRead('GET', 'SelectUsers')
  await received(1)
  prefetchRead('POST', 'SelectScores')
  await received(2)
  await apiClient.get('SelectCodes')
  await apiClient.post('SelectReferrals', {})
  const [get, post, ...others] = service.requests.map(({ headers }) => {
    const { authorization, accept, 'content-type': type } = headers
    return { authorization, accept, type }
  })
  expect([get, post]).toEqual(others)
})

it('sends no prefetch after an equal request of the session, also with a renewed token, until one fails', async () => {
  await selectUsers()
  prefetchRead('GET', 'SelectUsers')
  renewSession('renewed')
  prefetchRead('GET', 'SelectUsers')
  prefetchRead('POST', 'SelectUsers')
  await received(2)
  expect(service.requests.map(({ method }) => method)).toEqual(['GET', 'POST'])

  service.reply = { status: 500, body: '{}' }
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

it('keeps prefetches before a read, and aborts them before a change and at the end of the session', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  prefetchRead('GET', 'SelectUsers')
  await apiClient.post('FindCodes', {}, { reads: true })
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(false)
  await apiClient.post('SelectAndMark', {}, { reads: false })
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
  prefetchRead('GET', 'SelectCodes')
  await apiClient.post('SelectScores', {})
  expect(fetched.mock.calls[3]?.[1]?.signal?.aborted).toBe(false)
  endSession()
  expect(fetched.mock.calls[3]?.[1]?.signal?.aborted).toBe(true)
  expect(fetched.mock.calls.map(([, init]) => Object.keys(init ?? {}))).not.toContainEqual(
    expect.arrayContaining(['reads']),
  )
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
  service.reply = { status: 401, body: '{}' }
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
