import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiClient } from './api-client'
import { EnvelopeError } from './envelope'
import { type Fault, faultOf, isRepeatable } from './fault'
import { configureServices } from './services'
import { type Reply, startTestServer } from './testing/server'

let server: Awaited<ReturnType<typeof startTestServer>>
let reply: Reply

beforeAll(async () => {
  server = await startTestServer(() => reply)
  configureServices({ securityUrl: server.url, apiUrl: server.url })
})
afterAll(() => server.close())

const status = (status: number, headers = {}): Reply => ({ status, headers, body: '{"error":{"code":"a_code"}}' })
const html = { body: '<!doctype html><title>Proxy</title>', headers: { 'Content-Type': 'text/html' } }
const running = { status: 409, body: '{"error":{"code":"request_in_progress"}}', headers: { 'Retry-After': '1' } }
const named = (name: string, cause?: Error) => Object.assign(new Error(name, { cause }), { name })
const wait = (seconds: number | null) => ({ retryAfterSeconds: seconds })

describe('faultOf', () => {
  it.each<[string, Reply, Fault]>([
    ['a 400', status(400), { kind: 'refused', status: 400, code: 'a_code' }],
    ['a 403', status(403), { kind: 'refused', status: 403, code: 'a_code' }],
    ['a 404', status(404), { kind: 'refused', status: 404, code: 'a_code' }],
    ['a 409', status(409), { kind: 'refused', status: 409, code: 'a_code' }],
    ["a proxy's 404", { ...html, status: 404 }, { kind: 'refused', status: 404 }],
    ['a 409 of a repeated change', running, { kind: 'running', ...wait(1) }],
    ['a 401', status(401), { kind: 'unauthorized' }],
    ['a 429', status(429), { kind: 'busy', ...wait(null) }],
    ['a 429 with a wait', status(429, { 'Retry-After': '61' }), { kind: 'busy', ...wait(61) }],
    ['a 408', status(408), { kind: 'failed', status: 408, ...wait(null) }],
    ['a 500', status(500), { kind: 'failed', status: 500, ...wait(null) }],
    ['a 503 of a proxy', { ...html, status: 503 }, { kind: 'failed', status: 503, ...wait(null) }],
    ['a reset connection', 'disconnect', { kind: 'no-response' }],
    [
      'a connection reset within the body',
      { body: '{"data":[', headers: { 'Content-Length': '99' } },
      { kind: 'no-response' },
    ],
    ["a proxy's page", html, { kind: 'sign-in-page' }],
    ["a proxy's page without its type", { ...html, headers: {} }, { kind: 'sign-in-page' }],
    ["a proxy's 401", { ...html, status: 401 }, { kind: 'unauthorized' }],
    ["a proxy's 403", { ...html, status: 403 }, { kind: 'refused', status: 403 }],
    ['a 511 of a captive portal', { ...html, status: 511 }, { kind: 'sign-in-page' }],
    ['a payload with the type of a page', { ...html, body: '{"rows":[]}' }, { kind: 'unreadable' }],
    ['a 204', { status: 204, body: '' }, { kind: 'unreadable' }],
    ['an empty body', { body: '' }, { kind: 'unreadable' }],
    ['truncated JSON', { body: '{"data":[{"id":1}' }, { kind: 'unreadable' }],
    ['null', { body: 'null' }, { kind: 'unreadable' }],
    ['another envelope', { body: '{"rows":[]}' }, { kind: 'unreadable' }],
    ['a list without an envelope', { body: '[]' }, { kind: 'unreadable' }],
  ])('states for %s: %j', async (_what, response, fault) => {
    reply = response
    const error = await apiClient.get('SelectCodes').then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(faultOf(error)).toEqual(fault)
    // As the reader of rows wraps it.
    expect(faultOf(new Error('SelectCodes: …', { cause: error }))).toEqual(fault)
  })

  it('states no response after a time limit, and the cancellation of a request', async () => {
    reply = 'hang'
    const late = await apiClient.get('SelectCodes', { timeout: 20 }).catch((error: unknown) => error)
    expect(faultOf(late)).toEqual({ kind: 'no-response' })
    const cancelled = await apiClient
      .get('SelectCodes', { signal: AbortSignal.abort() })
      .catch((error: unknown) => error)
    expect(faultOf(cancelled)).toEqual({ kind: 'cancelled' })
  })

  it.each([
    [new EnvelopeError(7), { kind: 'unreadable' }],
    [new SyntaxError('unexpected'), { kind: 'unreadable' }],
    [named('RowsError'), { kind: 'unreadable' }],
    [named('LostResponseError', new DOMException('', 'AbortError')), { kind: 'no-response' }],
    [named('ChunkLoadError'), { kind: 'not-loaded' }],
    [named('RefusalError'), { kind: 'refused' }],
    [new DOMException('', 'AbortError'), { kind: 'cancelled' }],
    [new Error('The worker failed.'), { kind: 'other' }],
    ['text', { kind: 'other' }],
    [undefined, { kind: 'other' }],
    [null, { kind: 'other' }],
    [{ status: '500' }, { kind: 'other' }],
  ])('states for %s: %j', (error, fault) => {
    expect(faultOf(error)).toEqual(fault)
  })

  it('ends at an error that is its own cause', () => {
    const error = new Error('loop')
    error.cause = error
    expect(faultOf(error)).toEqual({ kind: 'other' })
  })
})

it('repeats a change unless it was refused or cancelled', () => {
  const final = ['refused', 'unauthorized', 'cancelled'] as const
  const repeated = ['no-response', 'unreadable', 'other'] as const
  expect(final.map((kind) => isRepeatable({ kind }))).toEqual([false, false, false])
  expect(repeated.map((kind) => isRepeatable({ kind }))).toEqual([true, true, true])
})
