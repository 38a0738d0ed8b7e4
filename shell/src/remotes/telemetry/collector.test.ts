import { exampleRelease } from '@canje/registry/testing'
import { startTestServer } from '@canje/shared-auth/test-server'
import otlp from '@opentelemetry/otlp-transformer/build/src/generated/root'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { authorityOf, remote as registered } from '../../testing/test-remotes'
import { tabOutlet } from '../outlet'
import { createRemotesStore, type RemotesStore } from '../store'
import { send as sendTo } from './collector'
import type { TelemetryEvent, Thrown } from './event'

const folder = 'https://remotes.test/mf-codes/1.2.0/'
const olderFolder = 'https://remotes.test/mf-codes/1.1.0/'
const codes = exampleRelease({ version: '1.2.0', build: 'c12', entry: `${folder}remoteEntry.js` })
const older = exampleRelease({ version: '1.1.0', build: 'c11', entry: `${olderFolder}remoteEntry.js` })
const remote = { name: 'mf-codes', live: codes, previous: [older] }

/** A message type as Protobuf.js generates it. */
interface MessageType {
  fromObject(json: object): object
  verify(message: object): string | null
  encode(message: object): { finish(): Uint8Array }
  decode(bytes: Uint8Array): object
  toObject(message: object, options: { longs: StringConstructor }): object
}

/** The published schema, whose types are those of all Protobuf modules. */
const EXPORT: MessageType = Object(otlp).opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest

let server: Awaited<ReturnType<typeof startTestServer>>

beforeEach(async () => {
  server = await startTestServer(() => ({ status: 200, body: '{}' }))
})
afterEach(() => history.replaceState(null, '', '/'))

/** An error with a stack of Chromium. */
function errorAt(place: string, message = 'no hay filas'): Error {
  const error = new TypeError(message)
  error.stack = `TypeError: ${message}\n    at onClick (${place})`
  return error
}
/** A page that shows another tab than that of the remote, which is mounted. */
function openPage(): RemotesStore {
  history.replaceState(null, '', '/main?tab=usuarios')
  const store = createRemotesStore(authorityOf(registered('usuarios'), remote))
  const mount = { key: '1', outlet: tabOutlet(remote.name), remote, release: codes, module: { default: () => null } }
  store.dispatch({ type: 'state', name: remote.name, state: { status: 'ready', remote } })
  store.dispatch({ type: 'open', outlet: mount.outlet, attempt: 1 })
  store.dispatch({ type: 'loaded', attempt: 1, mount })
  store.dispatch({ type: 'mounted', mount })
  return store
}
const send = (event: TelemetryEvent, thrown?: Thrown) =>
  sendTo(`${server.url}/v1/logs`, openPage(), [folder], event, thrown)
const sendThrown = (thrown: Thrown) => send({ type: 'exception', reason: '' }, thrown)
const sendUncaught = (error: unknown) => sendThrown({ error })

/** An attribute of OTLP; {@link EXPORT} verifies the form. */
type KeyValue = { key: string; value: { stringValue?: string; arrayValue?: { values: unknown[] } } }
const asObject = (values: KeyValue[]) =>
  Object.fromEntries(values.map(({ key, value }) => [key, value.stringValue ?? value.arrayValue?.values]))

/** The delivered requests, without their preflights. */
const posts = () => server.requests.filter(({ method }) => method === 'POST')
/** The delivered events, flat. */
const events = () =>
  posts().map(({ body }) => {
    const [{ resource, scopeLogs }] = JSON.parse(body).resourceLogs
    const [record] = scopeLogs[0].logRecords
    return {
      eventName: record.eventName,
      severityNumber: record.severityNumber,
      body: record.body.stringValue,
      resource: asObject(resource.attributes),
      attributes: asObject(record.attributes),
    }
  })
const delivered = (count: number) => waitFor(() => expect(events()).toHaveLength(count))
const services = () => events().map(({ resource }) => `${resource['service.name']}@${resource['service.version']}`)

it('sends an error as the log record of its remote, with masked message, stack, tab and browser', async () => {
  const error = errorAt(`${folder}Tab.js:1:250`, 'Ana (ana@ejemplo.com) 300 123 4567')
  send(
    { type: 'tab-failed', remote: 'mf-codes', from: codes, reason: 'x' },
    { error, componentStack: '\n    at CodesTab (https://r.test/Tab.js:1:2)\n    at div' },
  )
  await delivered(1)
  const message = '… (…) …'
  expect(events()[0]).toEqual({
    eventName: 'tab-failed',
    severityNumber: 17,
    body: message,
    resource: { 'service.name': 'mf-codes', 'service.version': '1.2.0', 'canje.build': 'c12' },
    attributes: {
      'exception.type': 'TypeError',
      'exception.message': message,
      'exception.stacktrace': `TypeError: ${message}\n    at onClick (${folder}Tab.js:1:250)`,
      'canje.component_stack': '    at CodesTab (https://r.test/Tab.js:1:2)',
      'canje.tab': 'usuarios',
      'canje.shell': 'shell-build',
      'canje.mounted': [{ stringValue: 'mf-codes@c12' }],
      'user_agent.original': navigator.userAgent,
    },
  })
})

it('names the slot of an event, and the remote and key of a refused state', async () => {
  send({ type: 'fallback', remote: 'mf-codes', slot: 'detalle:codigo', from: codes, to: older, reason: '404' })
  send({ type: 'state-refused', remote: 'mf-codes', reason: 'mf-codes is signed with another key', keyId: 'k1' })
  await delivered(2)
  const attributes = Object.fromEntries(events().map(({ eventName, attributes }) => [eventName, attributes]))
  expect(attributes.fallback).toMatchObject({ 'canje.slot': 'detalle:codigo', 'canje.fallback.version': '1.1.0' })
  expect(attributes['state-refused']).toMatchObject({ 'canje.remote': 'mf-codes', 'canje.key': 'k1' })
})

it('has the form of the published OTLP schema, with every field', async () => {
  sendUncaught(errorAt(`${folder}Tab.js:1:250`))
  send({ type: 'fallback', remote: 'mf-codes', from: codes, to: older, reason: '404' })
  send({ type: 'state-refused', reason: 'It was altered.' })
  await delivered(3)
  for (const { path, headers, body } of posts()) {
    expect([path, headers['content-type']]).toEqual(['/v1/logs', 'application/json'])
    const request = EXPORT.fromObject(JSON.parse(body))
    expect(EXPORT.verify(request)).toBeNull()
    const received = EXPORT.decode(EXPORT.encode(request).finish())
    expect(EXPORT.toObject(received, { longs: String })).toEqual(JSON.parse(body))
  }
})

it.each<[where: string, stack: string, service: string[]]>([
  [
    'its handler in Chromium',
    `TypeError: no\n    at f (${folder}Tab.js:1:2)\n    at g (${location.origin}/vendor.js:1:2)`,
    ['mf-codes@1.2.0'],
  ],
  [
    'a library of the shell, called by it',
    `TypeError: no\n    at g (${location.origin}/vendor.js:1:2)\n    at f (${olderFolder}Tab.js:1:2)`,
    ['mf-codes@1.1.0'],
  ],
  [
    'an API that an extension replaces',
    `TypeError: no\n    at fetch (chrome-extension://abc/a.js:1:2)\n    at f (${folder}Tab.js:1:2)`,
    ['mf-codes@1.2.0'],
  ],
  ['the shell', `TypeError: no\n    at g (${location.origin}/tabs.js:1:2)`, ['shell@9.9.9']],
  ['code without a stack', '', ['shell@9.9.9']],
  ['an extension of Chromium', 'TypeError: no\n    at f (chrome-extension://abc/a.js:1:2)', []],
])('attributes an error in %s', async (_where, stack, expected) => {
  sendUncaught(Object.assign(new TypeError('no'), { stack }))
  // The last one, which arrives after any other.
  send({ type: 'state-refused', reason: 'x' })
  await delivered(expected.length + 1)
  expect(services().filter((service) => service !== 'shell@9.9.9' || expected.includes(service))).toEqual([
    ...expected,
    ...expected.filter((service) => service.startsWith('shell')),
  ])
})

it('attributes a thrown text by the place that the browser names', async () => {
  sendThrown({ error: 'no hay filas', place: `${folder}Tab.js:1:2` })
  await delivered(1)
  expect(services()).toEqual(['mf-codes@1.2.0'])
  expect(events()[0]?.attributes).toMatchObject({
    'exception.type': 'string',
    'exception.stacktrace': `string: no hay filas\n    at ${folder}Tab.js:1:2`,
  })
})

it('leaves out frames of other sites', async () => {
  sendUncaught(
    Object.assign(new Error('no'), {
      stack: `f@${folder}a.js:1:2\ng@https://ads.test/a.js:1:2\nh@chrome-extension://a/a.js:1:2`,
    }),
  )
  await delivered(1)
  expect(events()[0]?.attributes['exception.stacktrace']).toBe(`Error: no\n    at f (${folder}a.js:1:2)`)
})

it('leaves out lines of a message that look like frames', async () => {
  const message = `uno\n    at juan (${folder}Tab.js:1:1)`
  sendUncaught(errorAt(`${folder}Tab.js:1:2`, message))
  await delivered(1)
  expect(events()[0]?.attributes['exception.stacktrace']).not.toContain(`${folder}Tab.js:1:1`)
})

it('keeps ten errors of 1 MB below what browsers deliver after a page was left', async () => {
  const post = vi.spyOn(globalThis, 'fetch')
  for (let index = 0; index < 10; index++) {
    const error = errorAt(`${folder}Tab.js:1:2`, `${String.fromCharCode(97 + index)} ${'ñ '.repeat(250_000)}`)
    error.stack += `\n    at f (${folder}Tab.js:1:2)`.repeat(10_000)
    sendUncaught(error)
  }
  await delivered(10)
  const bytes = post.mock.calls.reduce((sum, [, init]) => sum + new TextEncoder().encode(String(init?.body)).length, 0)
  expect(bytes).toBeLessThan(64 * 1024)
  for (const [, init] of post.mock.calls) expect(init?.keepalive).toBe(true)
  for (const { attributes } of events()) expect(String(attributes['exception.message']).length).toBeLessThanOrEqual(501)
})

it('sends an event that the browser does not let outlive the page', async () => {
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    init?.keepalive ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init),
  )
  send({ type: 'state-refused', reason: 'x' })
  await delivered(1)
})

it('sends half of a character as the mark for an unknown one', async () => {
  send({ type: 'state-refused', reason: 'a\ud83d' })
  await delivered(1)
  expect(events()[0]?.body).toBe('a\ufffd')
})

it.each<[what: string, error: unknown, type: string]>([
  ['with fields that are no texts', { stack: 1, name: {}, message: Symbol('x') }, 'object'],
  ['without a prototype', Object.create(null), 'object'],
  ['that is nothing', undefined, 'undefined'],
])('sends an error %s', async (_what, error, type) => {
  sendUncaught(error)
  await delivered(1)
  expect(events()[0]?.attributes['exception.type']).toBe(type)
})
