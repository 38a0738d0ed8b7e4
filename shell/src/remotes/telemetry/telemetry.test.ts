import { startTestServer } from '@canje/shared-auth/test-server'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTelemetry } from './telemetry'

const event = { type: 'registry-refused', reason: 'not signed' } as const

let server: Awaited<ReturnType<typeof startTestServer>>
let status: number

const page = { builds: () => ({ 'mf-codes': 'c' }), releases: () => [], tab: () => undefined }
const telemetry = (url?: string, isPreviewing = false) =>
  createTelemetry({ url, page, isPreviewing: () => isPreviewing })

beforeEach(async () => {
  vi.spyOn(globalThis, 'addEventListener')
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  status = 200
  server = await startTestServer(() => ({ status, body: '{}' }))
})
afterEach(async () => {
  // The other tests share this page.
  for (const [type, listener] of vi.mocked(addEventListener).mock.calls) removeEventListener(type, listener)
  vi.restoreAllMocks()
  await server.close()
})

const warned = () => waitFor(() => expect(console.warn).toHaveBeenCalledOnce())
const posted = () => waitFor(() => expect(server.requests.map(({ body }) => body)).toHaveLength(1))

it('posts an event, and logs nothing', async () => {
  telemetry(`${server.url}/reports`)(event)
  await posted()
  expect(server.requests[0]?.body).toContain('not signed')
  expect(console.warn).not.toHaveBeenCalled()
})

it('posts an error that nothing has caught', async () => {
  telemetry(`${server.url}/reports`)
  dispatchEvent(new ErrorEvent('error', { error: 'mala', message: 'Uncaught mala' }))
  await posted()
  expect(server.requests[0]?.body).toContain('mala')
})

it('logs an event with the mounted builds to the console without a collector', async () => {
  telemetry()(event)
  await warned()
  expect(JSON.parse(vi.mocked(console.warn).mock.lastCall?.[1])).toEqual({
    ...event,
    shell: 'shell-build',
    builds: { 'mf-codes': 'c' },
    at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
})

it('logs to the console during a preview, and posts no error', async () => {
  const report = telemetry(`${server.url}/reports`, true)
  dispatchEvent(new ErrorEvent('error', { error: new Error('mala') }))
  dispatchEvent(new Event('pagehide'))
  report(event)
  await warned()
  expect(server.requests).toEqual([])
})

it('does not log a render error, which React has logged', () => {
  telemetry()({ type: 'exception', remote: 'mf-codes', from: { version: '1.0.0', build: 'c' }, reason: 'mala' })
  expect(console.warn).not.toHaveBeenCalled()
})

it('logs to the console when the collector responds with an error', async () => {
  status = 500
  telemetry(`${server.url}/reports`)(event)
  await warned()
})

it('logs to the console when the collector is unreachable', async () => {
  telemetry('http://127.0.0.1:9/reports')(event)
  await warned()
})
