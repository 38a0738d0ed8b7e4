import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiClient } from './api-client'
import { EnvelopeError } from './envelope'
import { faultOf } from './fault'
import { createIdempotentAdapter } from './idempotency'
import { configureServices } from './services'
import { endSession, startSession } from './session'
import { type Reply, startTestServer } from './testing/server'

const done: Reply = { body: '{"data":{"created":7}}' }
const failing = (status: number, code = 'a_code', headers = {}): Reply => {
  return { status, headers, body: JSON.stringify({ error: { code } }) }
}
const running = failing(409, 'request_in_progress', { 'Retry-After': '1' })

let server: Awaited<ReturnType<typeof startTestServer>>
/** The server's replies, in order; all later requests succeed. */
let replies: Reply[]
let pauses: number[]
let startedAt: number
let onPause: () => unknown

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  ;[replies, pauses, startedAt, onPause] = [[], [], Date.now(), () => undefined]
  server = await startTestServer(() => replies.shift() ?? done)
  configureServices({ securityUrl: server.url, apiUrl: `${server.url}/api` })
  configureServices({ features: ['idempotency', 'something-new'] })
  startSession('t')
  const pause = async (ms: number) => {
    pauses.push(ms)
    vi.setSystemTime(Date.now() + ms)
    onPause()
  }
  apiClient.defaults.adapter = createIdempotentAdapter(pause)
})
afterEach(async () => {
  apiClient.defaults.adapter = createIdempotentAdapter()
  configureServices({ features: [] })
  endSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await server.close()
})

const create = () => apiClient.post<unknown>('InsertCodes', { prmnumber_codes: 7 })
const keys = () => server.requests.map(({ headers }) => headers['idempotency-key'])

it('sends a unique key with each change', async () => {
  await create()
  await create()
  await apiClient.get('DeleteAllCodes', { headers: { 'Cache-Control': 'no-cache' } })
  expect(keys()).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f-]{36}$/)))
  expect(new Set(keys()).size).toBe(3)
  expect(server.requests[2]?.headers['cache-control']).toBe('no-cache')
})

it('sends no key with a read, or to another service', async () => {
  await apiClient.get('SelectCodes')
  await apiClient.post('SelectScores', {})
  await apiClient.post(`${server.url}/other/InsertCodes`, {})
  expect(keys()).toEqual([undefined, undefined, undefined])
})

it('follows the statement of the caller in place of the name of the path', async () => {
  await apiClient.post('FindCodes', {}, { reads: true })
  await apiClient.post('SelectAndMark', {}, { reads: false })
  expect(keys()).toEqual([undefined, expect.any(String)])
})

it('sends no key and does not retry without the feature', async () => {
  configureServices({ features: ['history'] })
  replies = [failing(503), 'disconnect', { body: '[]' }]
  await expect(create()).rejects.toMatchObject({ status: 503 })
  await expect(create()).rejects.toMatchObject({ code: 'ERR_NETWORK' })
  await expect(create()).rejects.toThrow(EnvelopeError)
  expect(keys()).toEqual([undefined, undefined, undefined])
})

it.each<[string, Reply]>([
  ['no response', 'disconnect'],
  ['half a response', { body: '{"data":', headers: { 'Content-Length': '99' } }],
  ['status 500', failing(500)],
  ['status 503', failing(503)],
  ['status 408', failing(408)],
  ['status 425', failing(425)],
  ['status 429', failing(429)],
  ['a 409 for a request in progress', running],
  ["a proxy's page", { body: '<!doctype html>', headers: { 'Content-Type': 'text/html' } }],
  ['a 204', { status: 204, body: '' }],
  ['an empty body', { body: '' }],
  ['truncated JSON', { body: '{"data":' }],
  ['another envelope', { body: '{"created":7}' }],
  ['null', { body: 'null' }],
])('retries after %s with the same key and body, until the outcome is known', async (_name, reply) => {
  replies = [reply, reply, reply]
  expect((await create()).data).toEqual({ created: 7 })
  expect(server.requests).toHaveLength(4)
  expect(new Set(keys()).size).toBe(1)
  expect(new Set(server.requests.map(({ body }) => body))).toEqual(new Set(['{"prmnumber_codes":7}']))
  expect(server.requests[3]?.headers.authorization).toBe('Bearer t')
})

it('retries after an attempt without a response in time', async () => {
  const pause = async () => undefined
  apiClient.defaults.adapter = createIdempotentAdapter(pause, 50)
  replies = ['hang', 'hang']
  expect((await create()).data).toEqual({ created: 7 })
  expect(new Set(keys()).size).toBe(1)
  expect(server.requests).toHaveLength(3)
})

it.each([400, 401, 403, 404, 422])('does not retry after status %i', async (status) => {
  replies = [failing(status)]
  await expect(create()).rejects.toMatchObject({ status, config: { isRepeated: false } })
  expect(server.requests).toHaveLength(1)
})

it('does not retry after the 409 of a used code', async () => {
  replies = [failing(409, 'code_used')]
  await expect(create()).rejects.toMatchObject({ status: 409 })
  expect(server.requests).toHaveLength(1)
})

it('rejects with the refusal that a retry receives', async () => {
  replies = ['disconnect', failing(404, 'code_unknown')]
  const response = { data: { error: { code: 'code_unknown' } } }
  await expect(create()).rejects.toMatchObject({ status: 404, response, config: { isRepeated: true } })
})

it('doubles the pause up to 10 s, or waits as long as Retry-After says', async () => {
  replies = [
    'disconnect',
    'disconnect',
    running,
    failing(503, 'busy', { 'Retry-After': 'soon' }),
    failing(503, 'busy', { 'Retry-After': '7' }),
    'disconnect',
  ]
  await create()
  expect(pauses).toEqual([500, 1000, 1000, 4000, 7000, 10_000])
})

it('waits for at least half a second', async () => {
  replies = ['0', '7'].map((seconds) => failing(429, 'busy', { 'Retry-After': seconds }))
  await create()
  expect(pauses).toEqual([500, 7000])
})

it('gives up at once when Retry-After exceeds the time left', async () => {
  replies = [failing(429, 'busy', { 'Retry-After': '300' })]
  await expect(create()).rejects.toMatchObject({ status: 429 })
  expect(pauses).toEqual([])
  expect(server.requests).toHaveLength(1)
})

it('rejects with the last failure after six attempts', async () => {
  replies = Array<Reply>(200).fill(failing(503))
  await expect(create()).rejects.toMatchObject({ status: 503 })
  expect(server.requests).toHaveLength(6)
})

it('rejects with the unreadable response after six attempts', async () => {
  replies = Array<Reply>(200).fill({ body: '{"created":7}' })
  await expect(create()).rejects.toThrow(EnvelopeError)
  expect(server.requests).toHaveLength(6)
})

it('waits for two minutes for a request that is still running', async () => {
  replies = Array<Reply>(200).fill(running)
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
    replies = [failing(500), running, running, 'disconnect', { body: '' }]
    await change()
    expect(watched).toEqual([
      [2, 6],
      [3, 6],
      [4, 6],
    ])
  })

  it('see nothing where nothing is repeated', async () => {
    replies = [failing(404)]
    await expect(change()).rejects.toMatchObject({ status: 404 })
    configureServices({ features: [] })
    replies = [failing(500)]
    await expect(change()).rejects.toMatchObject({ status: 500 })
    expect(watched).toEqual([])
  })

  it('stop it in a pause: it rejects with the last failure', async () => {
    replies = [failing(500), failing(503)]
    onPause = () => server.requests.length === 2 && stop.abort()
    await expect(change()).rejects.toMatchObject({ status: 503 })
    expect(server.requests).toHaveLength(2)
  })

  it('end a pause at once', async () => {
    apiClient.defaults.adapter = createIdempotentAdapter()
    replies = [failing(503, 'busy', { 'Retry-After': '60' })]
    const request = change()
    await vi.waitFor(() => expect(watched).toHaveLength(1))
    stop.abort()
    await expect(request).rejects.toMatchObject({ status: 503 })
  })

  it('wait for no pause behind a first attempt that fails after they have stopped it', async () => {
    replies = [failing(503, 'busy', { 'Retry-After': '60' })]
    const request = change()
    stop.abort()
    await expect(request).rejects.toMatchObject({ status: 503 })
    expect(pauses).toEqual([])
    expect(server.requests).toHaveLength(1)
  })

  it.each([{ replied: [] }, { replied: [running, running] }])(
    'do not stop the first attempt, whose outcome is known soon: %j',
    async ({ replied }) => {
      replies = [...replied]
      const request = change()
      stop.abort()
      expect((await request).data).toEqual({ created: 7 })
      expect(server.requests).toHaveLength(replied.length + 1)
    },
  )

  it('stop it during a retry, whose outcome is unknown', async () => {
    replies = [failing(503), 'hang']
    const request = change()
    await vi.waitFor(() => expect(server.requests).toHaveLength(2))
    stop.abort()
    const error = await request.catch((error: unknown) => error)
    expect(faultOf(error)).toEqual({ kind: 'cancelled' })
    expect(server.requests).toHaveLength(2)
  })
})

it('does not repeat a refusal in the payload', async () => {
  replies = [{ body: '{"data":null}' }]
  expect((await create()).data).toBeNull()
  expect(server.requests).toHaveLength(1)
})

it('sends no request after a pause that outlasted the time limit', async () => {
  replies = [failing(503)]
  onPause = () => vi.setSystemTime(Date.now() + 120_000)
  await expect(create()).rejects.toMatchObject({ status: 503 })
  expect(server.requests).toHaveLength(1)
})

it('gives up when the session has ended or changed', async () => {
  for (const end of [endSession, () => startSession('newer'), () => vi.setSystemTime(Date.now() + 600_001)]) {
    startSession('t')
    replies = ['disconnect']
    onPause = end
    const before = server.requests.length
    await expect(create()).rejects.toMatchObject({ code: 'ERR_NETWORK' })
    expect(server.requests).toHaveLength(before + 1)
  }
})

it('does not retry a cancelled request', async () => {
  replies = ['hang']
  const controller = new AbortController()
  const request = apiClient.post('InsertCodes', {}, { signal: controller.signal })
  await vi.waitFor(() => expect(server.requests).toHaveLength(1))
  controller.abort()
  await expect(request).rejects.toMatchObject({ code: 'ERR_CANCELED' })
  expect(server.requests).toHaveLength(1)
})
