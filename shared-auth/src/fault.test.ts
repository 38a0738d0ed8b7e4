import { expect, it } from 'vitest'
import { apiClient } from './api-client'
import { EnvelopeError } from './envelope'
import { type Fault, faultOf } from './fault'
import type { Reply } from './testing/server'
import { startTestService } from './tests/service'

const service = startTestService()

const status = (status: number, headers = {}): Reply => ({ status, headers, body: '{"error":{"code":"a_code"}}' })
const html = { body: '<!doctype html><title>Proxy</title>', headers: { 'Content-Type': 'text/html' } }
const running = { status: 409, body: '{"error":{"code":"request_in_progress"}}', headers: { 'Retry-After': '1' } }
const named = (name: string, cause?: Error) => Object.assign(new Error(name, { cause }), { name })
const wait = (seconds: number | null) => ({ retryAfterSeconds: seconds })

it.each<[string, Reply, Fault]>([
  ['a 400', status(400), { kind: 'refused', status: 400, code: 'a_code' }],
  ["a proxy's 404", { ...html, status: 404 }, { kind: 'refused', status: 404 }],
  ['a 409 of a repeated change', running, { kind: 'running', ...wait(1) }],
  ['a 401', status(401), { kind: 'unauthorized' }],
  ['a 429', status(429), { kind: 'busy', ...wait(null) }],
  ['a 429 with a wait', status(429, { 'Retry-After': '61' }), { kind: 'busy', ...wait(61) }],
  ['a 408', status(408), { kind: 'failed', status: 408, ...wait(null) }],
  ['a 425', status(425), { kind: 'failed', status: 425, ...wait(null) }],
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
  ['a 511 of a captive portal', { ...html, status: 511 }, { kind: 'sign-in-page' }],
  ['a payload with the type of a page', { ...html, body: '{"rows":[]}' }, { kind: 'unreadable' }],
  ['truncated JSON', { body: '{"data":[{"id":1}' }, { kind: 'unreadable' }],
  ['another envelope', { body: '{"rows":[]}' }, { kind: 'unreadable' }],
])('states for %s: %j', async (_what, response, fault) => {
  service.reply = response
  const error = await apiClient.get('SelectCodes').then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(faultOf(error)).toEqual(fault)
  // As the reader of rows wraps it.
  expect(faultOf(new Error('SelectCodes: …', { cause: error }))).toEqual(fault)
})

it('states no response after a time limit, and the cancellation of a request', async () => {
  service.reply = 'hang'
  const late = await apiClient.get('SelectCodes', { timeout: 20 }).catch((error: unknown) => error)
  expect(faultOf(late)).toEqual({ kind: 'no-response' })
  const cancelled = await apiClient.get('SelectCodes', { signal: AbortSignal.abort() }).catch((error: unknown) => error)
  expect(faultOf(cancelled)).toEqual({ kind: 'cancelled' })
})

it.each([
  [new EnvelopeError(7), { kind: 'unreadable' }],
  [named('RowsError'), { kind: 'unreadable' }],
  [named('LostResponseError', new DOMException('', 'AbortError')), { kind: 'no-response' }],
  [named('ChunkLoadError'), { kind: 'not-loaded' }],
  [new DOMException('', 'AbortError'), { kind: 'cancelled' }],
  [new Error('The worker failed.'), { kind: 'other' }],
  ['text', { kind: 'other' }],
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
