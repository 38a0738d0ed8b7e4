import { beforeEach, expect, it } from 'vitest'
import { apiClient } from './api-client'
import { EnvelopeError } from './envelope'
import { configureServices, serviceUrls } from './services'
import { endSession, startSession, useSession } from './session'
import { takeKept } from './stored-session'
import { startTestServer } from './testing/server'
import { startTestService } from './tests/service'

const service = startTestService()
beforeEach(() => startSession('t'))

it.each(['/api', '/api/'])('sends the bearer token to %s and returns the payload', async (base) => {
  configureServices({ apiUrl: serviceUrls().apiUrl.replace('/api/', base) })
  const { data } = await apiClient.get<unknown>('SelectCodes')
  expect(data).toEqual([1])
  expect(service.requests[0]).toMatchObject({ path: '/api/SelectCodes', headers: { authorization: 'Bearer t' } })
})

it('keeps the digits of integers that a double cannot hold, in responses and in requests', async () => {
  const row =
    '{"id":9007199254740993,"codes":[-9007199254740993,7,"9007199254740993"],"name":"1e400: 12345678901234567890"}'
  service.reply = { body: `{"data":${row}}` }
  const { data } = await apiClient.get<{ id: unknown }>('SelectCodes')
  expect(data).toEqual({
    id: 9007199254740993n,
    codes: [-9007199254740993n, 7, '9007199254740993'],
    name: '1e400: 12345678901234567890',
  })
  await apiClient.post('RestoreCodes', data)
  await apiClient.post('RestoreCodes', [data.id])
  expect(service.requests.slice(1).map(({ body, headers }) => [headers['content-type'], body])).toEqual([
    ['application/json', row],
    ['application/json', '[9007199254740993]'],
  ])
})

it.each([
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['9007199254740993.9', 9007199254740993n],
  ['900719925474099.3e1', 9007199254740993n],
  ['90071992547409930e-1', 9007199254740993n],
  ['1e400', 10n ** 400n],
  ['9'.repeat(400), 10n ** 400n - 1n],
  ['1e1001', null],
  ['1e99999999999999999999', null],
  ['0.30000000000000004', 0.30000000000000004],
  ['12345678901234567890e-400', 0],
])('reads the number %s', async (text, number) => {
  service.reply = { body: `{"data":{"id" : ${text}}}` }
  expect((await apiClient.get<unknown>('SelectUsers')).data).toEqual({ id: number })
})

it('rejects numbers that are not JSON', async () => {
  service.reply = { body: '{"data":[012345678901234567890]}' }
  await expect(apiClient.get('SelectUsers')).rejects.toThrow(EnvelopeError)
})

it('leaves bodies other than JSON to axios', async () => {
  await apiClient.post('InsertCodes', new URLSearchParams({ a: '1' }))
  await apiClient.post('InsertCodes', { a: 1 }, { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })
  await apiClient.post('InsertCodes', { a: undefined, b: new Date(0) })
  // A validation that another test has begun may end here.
  const sent = service.requests.filter(({ path }) => path.endsWith('/InsertCodes'))
  expect(sent.map(({ body }) => body)).toEqual(['a=1', 'a=1', '{"b":"1970-01-01T00:00:00.000Z"}'])
})

it('sends no token without a session, or to another server', async () => {
  const otherServer = await startTestServer(() => ({ body: '{"data":1}' }))
  await apiClient.get(`${otherServer.url}/api/SelectCodes`)
  endSession()
  await apiClient.get('SelectCodes')
  expect(otherServer.requests).toHaveLength(1)
  for (const { headers } of [...otherServer.requests, ...service.requests])
    expect(headers.authorization).toBeUndefined()
})

it('ends the session on a 401', async () => {
  service.reply = { status: 401, body: '{}' }
  await expect(apiClient.get('SelectCodes')).rejects.toThrow()
  expect(useSession.getState().idToken).toBeNull()
  expect(takeKept('endReason')).toEqual({ kind: 'unauthorized' })
  expect(sessionStorage).toHaveLength(0)
})

it.each([400, 403, 500])('keeps the session on a %i', async (status) => {
  service.reply = { status, body: '{}' }
  await expect(apiClient.get('SelectCodes')).rejects.toThrow()
  expect(useSession.getState().idToken).toBe('t')
})

it('keeps the session after a late 401 for an earlier session', async () => {
  service.onRequest = () => startSession('newer')
  service.reply = { status: 401, body: '{}' }
  await expect(apiClient.get('SelectCodes')).rejects.toThrow()
  expect(service.requests[0]?.headers.authorization).toBe('Bearer t')
  expect(useSession.getState().idToken).toBe('newer')
})
