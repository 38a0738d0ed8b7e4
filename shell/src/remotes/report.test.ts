import { waitFor } from '@testing-library/react'
import { startTestServer } from 'shared-auth/test-server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { remote } from '../testing/test-shell'
import { usePreview } from './preview'
import { configureReports, noteShown, report } from './report'

const { live } = remote('codigos', 2)
const event = { type: 'registry-refused', reason: 'not signed' } as const

let server: Awaited<ReturnType<typeof startTestServer>>
let status: number

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  status = 204
  server = await startTestServer(() => ({ status, body: '' }))
})
afterEach(async () => {
  configureReports(undefined)
  usePreview.setState({ status: 'off' }, true)
  vi.restoreAllMocks()
  await server.close()
})

const warned = () => waitFor(() => expect(console.warn).toHaveBeenCalledOnce())

it('posts one event with the builds that are on screen, and no word on the console', async () => {
  configureReports(`${server.url}/reports`)
  noteShown('mf-users', { ...live, build: 'u' })
  noteShown('mf-codes', { ...live, build: 'c' })
  noteShown('mf-users', null)
  report(event)
  const call = await waitFor(() => {
    const [first] = server.calls
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

it('goes to the console where nothing collects reports', async () => {
  report(event)
  await warned()
  expect(server.calls).toEqual([])
})

it('goes to the console beside a preview', async () => {
  configureReports(`${server.url}/reports`)
  usePreview.setState({ status: 'on', address: 'http://localhost:3002/', since: 0, remote: remote('codigos', 2) })
  report(event)
  await warned()
  expect(server.calls).toEqual([])
})

it('goes to the console when the collector does not take it', async () => {
  status = 500
  configureReports(`${server.url}/reports`)
  report(event)
  await warned()
})

it('goes to the console when the collector is down', async () => {
  configureReports('http://127.0.0.1:9/reports')
  report(event)
  await warned()
})
