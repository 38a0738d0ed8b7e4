import { EventEmitter, once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTestService, type TestService } from '../testing/service'
import { disconnectSignal } from './client-disconnect'
import { sendJson } from './send-json'

const text = '"Ñandú \\" \\\\ 🙂"'
const chunks = Array.from({ length: 2_000 }, (_, index) => `${index === 0 ? '[' : ','}${text.repeat(10)}`)
const generatorEnded = vi.fn()
const produced = vi.fn()
const events = new EventEmitter()
let service: TestService
let signal: AbortSignal

const sources: Record<string, () => AsyncGenerator<string, string>> = {
  produced: async function* () {
    // 67 MB: the buffers of a loopback connection can take 37 MB without a reader.
    const chunk = 'x'.repeat(67_000)
    for (let sent = 0; sent < 1_000; sent++) yield chunk
    produced()
    return ''
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

async function ask(path: string): Promise<IncomingMessage> {
  const [response] = await once(get(`${service.url}/${path}`), 'response')
  return response
}

function addSources(app: FastifyInstance): void {
  for (const [name, source] of Object.entries(sources)) {
    app.get(`/${name}`, (request, reply) => {
      signal = disconnectSignal(request, reply)
      return sendJson(reply, source(), signal)
    })
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

it('produces no more of a response than its client reads', async () => {
  const unread = await ask('produced')

  await buffer(await ask('produced'))

  expect(produced).toHaveBeenCalledTimes(1)
  unread.destroy()
})

it('stops producing a response after its client has disconnected', async () => {
  const response = await ask('endless')
  await once(response, 'readable')
  expect(generatorEnded).not.toHaveBeenCalled()

  response.destroy()

  await vi.waitFor(() => expect(generatorEnded).toHaveBeenCalledTimes(1))
  expect(signal.reason).toMatchObject({ status: 499 })
  expect(service.log.join('')).not.toContain('"level":50')
})

it('sends an error before the first chunk as an error response', async () => {
  const response = await ask('failing-first')

  expect(response.statusCode).toBe(500)
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(JSON.parse((await buffer(response)).toString())).toMatchObject({ error: { code: 'internal_error' } })
})

it('aborts the response at a later error, so that it is not taken as complete', async () => {
  const response = await ask('failing-later')
  await once(response, 'readable')
  await vi.waitFor(() => expect(events.emit('read')).toBe(true))
  await expect(buffer(response)).rejects.toThrow('aborted')
  await expect.poll(() => service.log.join('')).toContain('broken')
})
