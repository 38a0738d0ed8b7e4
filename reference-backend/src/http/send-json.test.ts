import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTestService, type TestService } from '../testing/service'
import { disconnectSignal } from './client-disconnect'
import { sendJson } from './send-json'

const text = '"Ñandú \\" \\\\ 🙂"'
const chunks = Array.from({ length: 2_000 }, (_, index) => `${index === 0 ? '[' : ','}${text.repeat(10)}`)
const long = chunks.join('')
/** Without and with a stream that compresses, which takes seconds for 67 MB. */
const codingsOfMuch = process.env.LONG_TESTS ? ['identity', 'br', 'gzip'] : ['identity']
const generatorEnded = vi.fn()
const produced = vi.fn()
const events = new EventEmitter()
let service: TestService

const sources: Record<string, () => AsyncGenerator<string, string>> = {
  short: async function* () {
    yield* []
    return '["ñ"]'
  },
  long: async function* () {
    yield* chunks
    return ''
  },
  produced: async function* () {
    // 67 MB, 50 in gzip: the buffers of a loopback connection can take 37 MB without a reader.
    for (let chunk = 0; chunk < 1_000; chunk++) yield randomBytes(50_000).toString('base64')
    produced()
    return ''
  },
  // The server is slow to produce the second chunk.
  awaited: async function* () {
    yield '[1'.padEnd(20_000)
    await once(events, 'ready')
    return ']'
  },
  endless: async function* () {
    try {
      for (;;) yield 'x'.repeat(100_000)
    } finally {
      generatorEnded()
    }
  },
  'failing-first': async function* () {
    yield* []
    throw new Error('broken')
  },
  'failing-later': async function* () {
    yield* chunks
    await once(events, 'read')
    throw new Error('broken')
  },
}

/** The response without decoding. */
async function ask(path: string, acceptEncoding = 'identity', { url } = service): Promise<IncomingMessage> {
  const [response] = await once(get(`${url}/${path}`, { headers: { 'Accept-Encoding': acceptEncoding } }), 'response')
  return response
}

function addSources(app: FastifyInstance): void {
  for (const [name, source] of Object.entries(sources)) {
    app.get(`/${name}`, (request, reply) => sendJson(reply, source(), disconnectSignal(request, reply)))
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

it('sends a short response at once and uncompressed', async () => {
  const response = await ask('short', 'br, gzip')

  expect(response.headers).toMatchObject({
    'content-length': '6',
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding, Origin',
  })
  expect(response.headers['content-encoding']).toBeUndefined()
  expect((await buffer(response)).toString()).toBe('["ñ"]')
})

it.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
  ['gzip', 'br;q=0, gzip', gunzipSync],
  [undefined, 'identity', (bytes: Buffer) => bytes],
  [undefined, 'zstd, deflate', (bytes: Buffer) => bytes],
])('sends a long response in %s to a client that accepts %s', async (coding, accepted, decode) => {
  const response = await ask('long', accepted)

  expect(response.headers['content-encoding']).toBe(coding)
  expect(response.headers.vary).toBe('accept-encoding, Origin')
  const bytes = await buffer(response)
  expect(decode(bytes).toString()).toBe(long)
  if (coding) expect(bytes.length).toBeLessThan(Buffer.byteLength(long) / 2)
})

it.each(codingsOfMuch)('produces no more of a response in %s than its client reads', async (coding) => {
  const unread = await ask('produced', coding)

  await buffer(await ask('produced', coding))

  expect(produced).toHaveBeenCalledTimes(1)
  unread.destroy()
})

it.each(process.env.LONG_TESTS ? codingsOfMuch : ['gzip'])(
  'aborts a response in %s that the client no longer reads',
  async (coding) => {
    const impatient = await startTestService(addSources, { sendTimeoutMs: 100 })
    const response = await ask('produced', coding, impatient)

    await vi.waitFor(async () => expect(await impatient.connections()).toBe(0), 60_000)

    await expect(buffer(response)).rejects.toThrow('aborted')
    await impatient.close()
  },
)

it.each(['at-once', 'awaited'])('does not count time without data from the server as unread: %s', async (path) => {
  const waiting = await startTestService(
    (app) => {
      addSources(app)
      app.get('/at-once', async () => {
        await once(events, 'ready')
        return [1]
      })
    },
    { sendTimeoutMs: 100 },
  )
  const response = ask(path, 'identity', waiting)
  response.catch(() => undefined)
  await vi.waitFor(() => expect(events.listenerCount('ready')).toBe(1))
  const unread = await ask('produced', 'identity', waiting)
  await vi.waitFor(async () => expect(await waiting.connections()).toBeLessThan(2), 60_000)

  events.emit('ready')

  expect(JSON.parse((await buffer(await response)).toString())).toEqual([1])
  unread.destroy()
  await waiting.close()
})

it.each(['identity', 'br', 'gzip'])(
  'stops producing a response in %s after its client has disconnected',
  async (coding) => {
    const response = await ask('endless', coding)
    await once(response, 'readable')
    expect(generatorEnded).not.toHaveBeenCalled()

    response.destroy()

    await vi.waitFor(() => expect(generatorEnded).toHaveBeenCalledTimes(1))
    expect(service.log.join('')).not.toContain('"level":50')
  },
)

it.each([
  ['failing-first', 'identity'],
  ['failing-first', 'br'],
  ['failing-first', 'gzip'],
])('sends an error before the first chunk as an error response: %s in %s', async (path, coding) => {
  const response = await ask(path, coding)

  expect(response.statusCode).toBe(500)
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(response.headers['content-encoding']).toBeUndefined()
  expect(JSON.parse((await buffer(response)).toString())).toMatchObject({ error: { code: 'internal_error' } })
})

it.each(['identity', 'br', 'gzip'])(
  'aborts the response in %s at a later error, so that it is not taken as complete',
  async (coding) => {
    const response = await ask('failing-later', coding)
    await once(response, 'readable')
    await vi.waitFor(() => expect(events.emit('read')).toBe(true))
    await expect(buffer(response)).rejects.toThrow('aborted')
    await expect.poll(() => service.log.join('')).toContain('broken')
  },
)
