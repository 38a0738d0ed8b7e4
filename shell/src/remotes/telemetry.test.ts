import { startTestServer } from '@canje/shared-auth/test-server'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTelemetry } from './telemetry'

const event = { type: 'registry-refused', reason: 'not signed' } as const

let server: Awaited<ReturnType<typeof startTestServer>>
let status: number

const telemetry = (url?: string, isPreviewing = false) =>
  createTelemetry({ url, builds: () => ({ 'mf-codes': 'c' }), isPreviewing: () => isPreviewing })

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  status = 204
  server = await startTestServer(() => ({ status, body: '' }))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const warned = () => waitFor(() => expect(console.warn).toHaveBeenCalledOnce())

it('posts an event with the mounted builds, and logs nothing', async () => {
  telemetry(`${server.url}/reports`)(event)
  const call = await waitFor(() => {
    const [first] = server.requests
    if (!first) throw new Error('no report yet')
    return first
  })
  expect([call.method, call.path, call.headers['content-type']]).toEqual(['POST', '/reports', 'application/json'])
  expect(JSON.parse(call.body)).toEqual({
    ...event,
    shell: 'shell-build',
    builds: { 'mf-codes': 'c' },
    at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(console.warn).not.toHaveBeenCalled()
})

it('logs to the console without a collector', async () => {
  telemetry()(event)
  await warned()
  expect(server.requests).toEqual([])
})

it('logs to the console during a preview', async () => {
  telemetry(`${server.url}/reports`, true)(event)
  await warned()
  expect(server.requests).toEqual([])
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
