import { exampleCandidate } from '@canje/registry/testing'
import { startTestServer } from '@canje/shared-auth/test-server'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { authorityOf, listed, remote as registered, withReleases } from '../../testing/test-remotes'
import type { Preview } from '../preview-state'
import { createRemotesStore } from '../store'
import { createTelemetry } from './telemetry'

const event = { type: 'state-refused', reason: 'not signed' } as const

let server: Awaited<ReturnType<typeof startTestServer>>
let status: number

const remote = withReleases(registered('codes'), '1.2.0', '1.1.0')
const store = createRemotesStore(authorityOf(remote))
const telemetry = (url?: string) => createTelemetry(url, store)
const preview = (preview: Preview) => store.dispatch({ type: 'preview', preview })

store.dispatch({ type: 'state', name: remote.name, state: { status: 'ready', remote } })

beforeEach(async () => {
  vi.spyOn(globalThis, 'addEventListener')
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  status = 200
  server = await startTestServer(() => ({ status, body: '{}' }))
})
afterEach(() => {
  // The other tests share this page.
  for (const [type, listener] of vi.mocked(addEventListener).mock.calls) removeEventListener(type, listener)
})

const warned = () => waitFor(() => expect(console.warn).toHaveBeenCalledOnce())
const posted = () => waitFor(() => expect(server.requests.map(({ body }) => body)).toHaveLength(1))

it('posts an event, and logs nothing', async () => {
  telemetry(`${server.url}/reports`)(event)
  await posted()
  expect(server.requests[0]?.body).toContain('not signed')
  expect(console.warn).not.toHaveBeenCalled()
})

it('posts what nothing has caught, thrown or rejected, but no notices of the browser', async () => {
  telemetry(`${server.url}/reports`)
  dispatchEvent(new ErrorEvent('error', { error: null, message: 'ResizeObserver loop completed' }))
  dispatchEvent(new ErrorEvent('error', { error: 'failed', message: 'Uncaught failed' }))
  // jsdom has no events of rejections.
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'timeout' }))
  await sentMessages('failed', 'timeout')
})

/** Throws as a script of a release does, in V8. */
function fail(message: string, folder = 'mf-codes/1.2.0') {
  const filename = `http://remotes.example/${folder}/Tab.js`
  const error = new Error(message)
  error.stack = `Error: ${message}\n    at onClick (${filename}:1:2)`
  dispatchEvent(
    new ErrorEvent('error', { error, message: `Uncaught Error: ${message}`, filename, lineno: 1, colno: 2 }),
  )
}
const tabFailed = { type: 'tab-failed', remote: 'mf-codes', from: { version: '1.2.0', build: 'c' } } as const
const messages = () => server.requests.map(({ body }) => /"body":\{"stringValue":"([^"]*)/.exec(body)?.[1])
const sentMessages = (...expected: string[]) => waitFor(() => expect(messages().sort()).toEqual(expected.sort()))
it('posts an error once per place and reason, whatever its numbers and names', async () => {
  telemetry(`${server.url}/reports`)
  for (let count = 0; count < 100; count++) fail(`fila ${count} de Ana${count}`)
  fail('fila 1 de Ana', 'mf-codes/1.1.0')
  fail('timeout')
  await sentMessages('fila … de …', 'fila … de …', 'timeout')
})

it('posts ten errors of a page, and failures beyond them', async () => {
  const report = telemetry(`${server.url}/reports`)
  const letters = [...'bcdfghijklmnopqrst']
  for (const letter of letters) fail(`failed ${letter}`)
  report({ ...tabFailed, reason: 'Error: no' }, { error: new Error('no') })
  report(event)
  await sentMessages(...letters.slice(0, 10).map((letter) => `failed ${letter}`), 'no', 'not signed')
})

it('posts a repeated failure once, and that of another release, slot or remote', async () => {
  const report = telemetry(`${server.url}/reports`)
  const failed = { ...tabFailed, type: 'extension-failed', slot: 'detalle:codigo', reason: 'x' } as const
  const error = new Error('x')
  for (const other of [
    {},
    {},
    { slot: 'detalle:usuario' },
    { from: { version: '1.2.1', build: 'd' } },
    { remote: 'mf-x' },
  ])
    report({ ...failed, ...other }, { error })
  await sentMessages('x', 'x', 'x', 'x')
})

it('logs to the console during a preview, and posts no error', async () => {
  const report = telemetry(`${server.url}/reports`)
  preview({ status: 'on', url: remote.live.entry, since: 0, remote, listed: listed(remote) })
  dispatchEvent(new ErrorEvent('error', { error: new Error('failed') }))
  dispatchEvent(new Event('pagehide'))
  report(event)
  preview({ status: 'off' })
  await warned()
  expect(server.requests).toEqual([])
})

it('posts events while a candidate runs, with its name', async () => {
  const report = telemetry(`${server.url}/reports`)
  const source = { tab: 'codes', version: '1.2.0', isConfirmed: true }
  const state = { status: 'ready', remote: undefined, candidate: exampleCandidate(remote.live) } as const
  store.dispatch({ type: 'state', name: remote.name, state })
  preview({ status: 'waiting', ...source })
  report({ ...tabFailed, reason: 'x' })
  preview({ status: 'off' })
  store.dispatch({ type: 'state', name: remote.name, state: { status: 'ready', remote } })
  await posted()
  expect(server.requests[0]?.body).toContain('{"key":"canje.candidate","value":{"stringValue":"mf-codes@1.2.0"}}')
})

it('does not log a render error, which React has logged', () => {
  telemetry()({ type: 'exception', remote: 'mf-codes', from: { version: '1.0.0', build: 'c' }, reason: 'failed' })
  expect(console.warn).not.toHaveBeenCalled()
})

it('logs to the console when the collector responds with an error', async () => {
  status = 500
  telemetry(`${server.url}/reports`)(event)
  await warned()
  expect(vi.mocked(console.warn).mock.lastCall?.[1]).toContain(`${server.url}/reports responded with 500`)
})
