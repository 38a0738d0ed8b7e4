import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../testing/service'

let service: TestService
/** The service's end of the last connection. */
let socket: Socket
let respond: (body: object) => void

beforeAll(async () => {
  service = await startTestService((app) => {
    app.server.on('connection', (connected) => {
      socket = connected
    })
    app.get(
      '/work',
      () =>
        new Promise((resolve) => {
          respond = resolve
          // As after a time without bytes.
          socket.emit('timeout')
        }),
    )
    app.get('/endless', (_request, reply) =>
      reply.send(
        new Readable({
          read() {
            this.push(Buffer.alloc(65_536))
          },
        }),
      ),
    )
  })
})
afterAll(() => service.close())

it('waits for a service that works on a request', async () => {
  const asked = get(`${service.url}/work`, { agent: false })
  const response = once(asked, 'response')
  await expect.poll(() => respond).toBeDefined()
  expect([socket.timeout, socket.destroyed]).toEqual([15_000, false])
  respond({ data: 1 })
  const [{ statusCode }] = await response
  expect(statusCode).toBe(200)
})

it('disconnects a client that reads nothing of a response', async () => {
  const asked = get(`${service.url}/endless`, { agent: false })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  await expect.poll(() => socket.writableLength).toBeGreaterThan(0)
  const error = expect(text(response)).rejects.toThrow('aborted')
  socket.emit('timeout')
  await error
  expect(socket.destroyed).toBe(true)
})
