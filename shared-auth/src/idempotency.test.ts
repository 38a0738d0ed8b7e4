import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiClient } from './api-client'
import { EnvelopeError } from './envelope'
import { faultOf } from './fault'
import { createIdempotentAdapter } from './idempotency'
import { configureServices, serviceUrls } from './services'
import { endSession, startSession } from './session'
import type { Reply } from './testing/server'
import { startTestService } from './tests/service'

const done: Reply = { body: '{"data":{"created":7}}' }
const failing = (status: number, code = 'a_code', headers = {}): Reply => {
  return { status, headers, body: JSON.stringify({ error: { code } }) }
}
const running = failing(409, 'request_in_progress', { 'Retry-After': '1' })

const service = startTestService()
let pauses: number[]
let startedAt: number
let onPause: () => unknown

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  ;[pauses, startedAt, onPause] = [[], Date.now(), () => undefined]
  service.reply = done
  configureServices({ features: ['idempotency', 'something-new'] })
  startSession('t')
  const pause = async (ms: number) => {
    pauses.push(ms)
    vi.setSystemTime(Date.now() + ms)
    onPause()
  }
  apiClient.defaults.adapter = createIdempotentAdapter(pause)
})
afterEach(() => {
  apiClient.defaults.adapter = createIdempotentAdapter()
})

const create = () => apiClient.post<unknown>('InsertCodes', { prmnumber_codes: 7 })
/** A validation of another test's session may arrive too. */
const sent = () => service.requests.filter(({ path }) => !/\/security\/(?!InsertCodes)/.test(path))
const keys = () => sent().map(({ headers }) => headers['idempotency-key'])

it('sends a unique key with each change', async () => {
  await create()
  await create()
  await apiClient.get('DeleteAllCodes', { headers: { 'Cache-Control': 'no-cache' } })
  expect(keys()).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f-]{36}$/)))
  expect(new Set(keys()).size).toBe(3)
  expect(sent()[2]?.headers['cache-control']).toBe('no-cache')
})

it('sends no key with a read, by its path or its statement, or to another service', async () => {
  await apiClient.get('SelectCodes')
  await apiClient.post('SelectScores', {})
  await apiClient.post(`${serviceUrls().securityUrl}InsertCodes`, {})
  await apiClient.post('FindCodes', {}, { reads: true })
  await apiClient.post('SelectAndMark', {}, { reads: false })
  expect(keys()).toEqual([...Array(4).fill(undefined), expect.any(String)])
})

it('sends no key and does not retry without the feature', async () => {
  configureServices({ features: ['history'] })
  service.replies = [failing(503), 'disconnect', { body: '[]' }]
  await expect(create()).rejects.toMatchObject({ status: 503 })
  await expect(create()).rejects.toMatchObject({ code: 'ERR_NETWORK' })
  await expect(create()).rejects.toThrow(EnvelopeError)
  expect(keys()).toEqual([undefined, undefined, undefined])
})

it.each<[string, Reply]>([
  ['no response', 'disconnect'],
  ['status 503', failing(503)],
  ['a 409 for a request in progress', running],
  ["a proxy's page", { body: '<!doctype html>', headers: { 'Content-Type': 'text/html' } }],
  ['another envelope', { body: '{"created":7}' }],
])('retries after %s with the same key and body, until the outcome is known', async (_name, reply) => {
  service.replies = [reply, reply, reply]
  expect((await create()).data).toEqual({ created: 7 })
  expect(sent()).toHaveLength(4)
  expect(new Set(keys()).size).toBe(1)
  expect(new Set(sent().map(({ body }) => body))).toEqual(new Set(['{"prmnumber_codes":7}']))
  expect(sent()[3]?.headers.authorization).toBe('Bearer t')
})

it('retries after an attempt without a response in time', async () => {
  const pause = async () => undefined
  apiClient.defaults.adapter = createIdempotentAdapter(pause, 200)
  // By the attempts alone: a validation would get one of `replies`.
  service.onRequest = () => {
    service.reply = sent().length <= 2 ? 'hang' : done
  }
  expect((await create()).data).toEqual({ created: 7 })
  expect(new Set(keys()).size).toBe(1)
  // On a busy machine, further attempts are late.
  expect(sent().length).toBeGreaterThanOrEqual(3)
})

it.each([400, 401, 409, 422])('does not retry after status %i', async (status) => {
  service.replies = [failing(status)]
  await expect(create()).rejects.toMatchObject({ status, config: { isRepeated: false } })
  expect(sent()).toHaveLength(1)
})

it('rejects with the refusal that a retry receives', async () => {
  service.replies = ['disconnect', failing(404, 'code_unknown')]
  const response = { data: { error: { code: 'code_unknown' } } }
  await expect(create()).rejects.toMatchObject({ status: 404, response, config: { isRepeated: true } })
})

it('doubles the pause up to 10 s, or waits as long as Retry-After says, at least half a second', async () => {
  service.replies = [
    'disconnect',
    'disconnect',
    running,
    failing(503, 'busy', { 'Retry-After': 'soon' }),
    failing(503, 'busy', { 'Retry-After': '7' }),
    'disconnect',
  ]
  await create()
  expect(pauses).toEqual([500, 1000, 1000, 4000, 7000, 10_000])
  service.replies = [failing(429, 'busy', { 'Retry-After': '0' })]
  await create()
  expect(pauses.at(-1)).toBe(500)
})

it('gives up at once when Retry-After exceeds the time left', async () => {
  service.replies = [failing(429, 'busy', { 'Retry-After': '300' })]
  await expect(create()).rejects.toMatchObject({ status: 429 })
  expect(pauses).toEqual([])
  expect(sent()).toHaveLength(1)
})

it.each<[string, Reply, object]>([
  ['failure', failing(503), { status: 503 }],
  ['unreadable response', { body: '{"created":7}' }, { name: 'EnvelopeError' }],
])('rejects with the last %s after six attempts', async (_what, reply, error) => {
  service.reply = reply
  await expect(create()).rejects.toMatchObject(error)
  expect(sent()).toHaveLength(6)
})

it('waits for two minutes for a request that is still running', async () => {
  service.reply = failing(409, 'request_in_progress', { 'Retry-After': '10' })
  await expect(create()).rejects.toMatchObject({ status: 409 })
  expect(Date.now() - startedAt).toBeGreaterThan(100_000)
  expect(Date.now() - startedAt).toBeLessThanOrEqual(120_000)
})

describe('staff', () => {
  let stop: AbortController
  let watched: number[][]
  beforeEach(() => {
    stop = new AbortController()
    watched = []
  })
  const onRepeat = (...attempt: number[]) => void watched.push(attempt)
  const change = () =>
    apiClient.post<unknown>('InsertCodes', { prmnumber_codes: 7 }, { repeats: { onRepeat, signal: stop.signal } })

  it('see each attempt that follows a failure, but not one that finds the first still running', async () => {
    service.replies = [failing(500), running, running, 'disconnect', { body: '' }]
    await change()
    expect(watched).toEqual([
      [2, 6],
      [3, 6],
      [4, 6],
    ])
  })

  it('stop it in a pause: it rejects with the last failure', async () => {
    service.replies = [failing(500), failing(503)]
    onPause = () => sent().length === 2 && stop.abort()
    await expect(change()).rejects.toMatchObject({ status: 503 })
    expect(sent()).toHaveLength(2)
  })

  it('end a pause at once', async () => {
    apiClient.defaults.adapter = createIdempotentAdapter()
    service.replies = [failing(503, 'busy', { 'Retry-After': '60' })]
    const request = change()
    await vi.waitFor(() => expect(watched).toHaveLength(1))
    stop.abort()
    await expect(request).rejects.toMatchObject({ status: 503 })
  })

  it('wait for no pause behind a first attempt that fails after they have stopped it', async () => {
    service.replies = [failing(503, 'busy', { 'Retry-After': '60' })]
    const request = change()
    stop.abort()
    await expect(request).rejects.toMatchObject({ status: 503 })
    expect(pauses).toEqual([])
    expect(sent()).toHaveLength(1)
  })

  it.each([{ replied: [] }, { replied: [running, running] }])(
    'do not stop the first attempt, whose outcome is known soon: %j',
    async ({ replied }) => {
      service.replies = [...replied]
      const request = change()
      stop.abort()
      expect((await request).data).toEqual({ created: 7 })
      expect(sent()).toHaveLength(replied.length + 1)
    },
  )

  it('stop it during a retry, whose outcome is unknown', async () => {
    service.replies = [failing(503), 'hang']
    const request = change()
    await vi.waitFor(() => expect(sent()).toHaveLength(2))
    stop.abort()
    const error = await request.catch((error: unknown) => error)
    expect(faultOf(error)).toEqual({ kind: 'cancelled' })
    expect(sent()).toHaveLength(2)
  })
})

it('does not repeat a refusal in the payload', async () => {
  service.replies = [{ body: '{"data":null}' }]
  expect((await create()).data).toBeNull()
  expect(sent()).toHaveLength(1)
})

it.each<[string, () => unknown]>([
  ['the session has ended', endSession],
  ['another session has begun', () => startSession('newer')],
  ['the session has expired', () => vi.setSystemTime(Date.now() + 600_001)],
  ['the time limit is over', () => vi.setSystemTime(Date.now() + 120_000)],
])('gives up when %s in a pause', async (_what, end) => {
  service.replies = ['disconnect']
  onPause = end
  await expect(create()).rejects.toMatchObject({ code: 'ERR_NETWORK' })
  expect(sent()).toHaveLength(1)
})

it('does not retry a cancelled request', async () => {
  service.replies = ['hang']
  const controller = new AbortController()
  const request = apiClient.post('InsertCodes', {}, { signal: controller.signal })
  await vi.waitFor(() => expect(sent()).toHaveLength(1))
  controller.abort()
  await expect(request).rejects.toMatchObject({ code: 'ERR_CANCELED' })
  expect(sent()).toHaveLength(1)
})
