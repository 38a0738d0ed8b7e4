import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTestService, type TestService } from '../testing/service'
import { clientGone } from './client-gone'
import { sendJson } from './send-json'

const text = '"Ñandú \\" \\\\ 🙂"'
const pieces = Array.from({ length: 2_000 }, (_, index) => `${index === 0 ? '[' : ','}${text.repeat(10)}`)
const long = pieces.join('')
const left = vi.fn()
const made = vi.fn()
const events = new EventEmitter()
let service: TestService

const sources: Record<string, () => AsyncGenerator<string, string>> = {
  short: async function* () {
    yield* []
    return '["ñ"]'
  },
  long: async function* () {
    yield* pieces
    return ''
  },
  made: async function* () {
    for (let piece = 0; piece < 400; piece++) yield randomBytes(50_000).toString('hex')
    made()
    return ''
  },
  // Its server takes long to make the second piece.
  awaited: async function* () {
    yield '[1'.padEnd(20_000)
    await once(events, 'ready')
    return ']'
  },
  endless: async function* () {
    try {
      for (;;) yield 'x'.repeat(100_000)
    } finally {
      left()
    }
  },
  'failing-first': async function* () {
    yield* []
    throw new Error('broken')
  },
  'failing-later': async function* () {
    yield* pieces
    await once(events, 'read')
    throw new Error('broken')
  },
}

/** What comes over the wire, as it is. */
async function ask(path: string, acceptEncoding = 'identity', { url } = service): Promise<IncomingMessage> {
  const [response] = await once(get(`${url}/${path}`, { headers: { 'Accept-Encoding': acceptEncoding } }), 'response')
  return response
}

function addSources(app: FastifyInstance): void {
  for (const [name, source] of Object.entries(sources)) {
    app.get(`/${name}`, (request, reply) => sendJson(reply, source(), clientGone(request, reply)))
  }
}

beforeAll(async () => {
  service = await startTestService(addSources)
})
beforeEach(() => {
  vi.clearAllMocks()
  service.log.length = 0
})
afterAll(() => service.close())

it('sends a short answer whole and as it is', async () => {
  const answer = await ask('short', 'br, gzip')

  expect(answer.headers).toMatchObject({
    'content-length': '6',
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding, Origin',
  })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect((await buffer(answer)).toString()).toBe('["ñ"]')
})

it.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
  ['gzip', 'br;q=0, gzip', gunzipSync],
  [undefined, 'identity', (bytes: Buffer) => bytes],
  [undefined, 'zstd, deflate', (bytes: Buffer) => bytes],
])('sends a long answer in %s to who accepts %s', async (coding, accepted, decode) => {
  const answer = await ask('long', accepted)

  expect(answer.headers['content-encoding']).toBe(coding)
  expect(answer.headers.vary).toBe('accept-encoding, Origin')
  const bytes = await buffer(answer)
  expect(decode(bytes).toString()).toBe(long)
  if (coding) expect(bytes.length).toBeLessThan(Buffer.byteLength(long) / 2)
})

it.each(['identity', 'br', 'gzip'])('makes no more of a response in %s than its client takes', async (coding) => {
  const unread = await ask('made', coding)

  await buffer(await ask('made', coding))

  expect(made).toHaveBeenCalledTimes(1)
  unread.destroy()
})

it.each(['identity', 'br', 'gzip'])('breaks off an answer in %s that nobody reads any more', async (coding) => {
  const impatient = await startTestService(addSources, { silenceTimeoutMs: 100 })
  const answer = await ask('made', coding, impatient)

  await vi.waitFor(async () => expect(await impatient.connections()).toBe(0), 15_000)

  await expect(buffer(answer)).rejects.toThrow('aborted')
  await impatient.close()
})

it.each(['at-once', 'awaited'])(
  'answers a client that waits for longer than an answer may stay unread: %s',
  async (path) => {
    const waiting = await startTestService(
      (app) => {
        addSources(app)
        app.get('/at-once', async () => {
          await once(events, 'ready')
          return [1]
        })
      },
      { silenceTimeoutMs: 100 },
    )
    const answer = ask(path, 'identity', waiting)
    answer.catch(() => undefined)
    await vi.waitFor(() => expect(events.listenerCount('ready')).toBe(1))
    const unread = await ask('made', 'identity', waiting)
    await vi.waitFor(async () => expect(await waiting.connections()).toBeLessThan(2), 15_000)

    events.emit('ready')

    expect(JSON.parse((await buffer(await answer)).toString())).toEqual([1])
    unread.destroy()
    await waiting.close()
  },
)

it.each(['identity', 'br', 'gzip'])('stops making what a client in %s that left does not read', async (coding) => {
  const answer = await ask('endless', coding)
  await once(answer, 'readable')
  expect(left).not.toHaveBeenCalled()

  answer.destroy()

  await vi.waitFor(() => expect(left).toHaveBeenCalledTimes(1))
  expect(service.log.join('')).not.toContain('"level":50')
})

it.each([
  ['failing-first', 'identity'],
  ['failing-first', 'br'],
  ['failing-first', 'gzip'],
])('answers a failure before anything was sent as any other: %s in %s', async (path, coding) => {
  const answer = await ask(path, coding)

  expect(answer.statusCode).toBe(500)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(JSON.parse((await buffer(answer)).toString())).toMatchObject({ error: { code: 'internal_error' } })
})

it.each(['identity', 'br', 'gzip'])(
  'breaks off in %s at a later failure, which no client can take for the end',
  async (coding) => {
    const answer = await ask('failing-later', coding)
    await once(answer, 'readable')
    await vi.waitFor(() => expect(events.emit('read')).toBe(true))
    await expect(buffer(answer)).rejects.toThrow('aborted')
    await expect.poll(() => service.log.join('')).toContain('broken')
  },
)
