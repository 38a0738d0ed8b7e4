import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { expect, it } from 'vitest'
import { startTestService } from '../testing/service'
import { disconnectSignal } from './client-disconnect'

const ways: [how: string, disconnect: (socket: Socket) => void][] = [
  ['closes the connection', (socket) => void socket.destroy()],
  ['closes its sending side', (socket) => void socket.end()],
]
it.each(ways)('aborts when a client that reads nothing of a long response %s', async (_how, disconnect) => {
  let seen: { reply: FastifyReply; signal: AbortSignal } | undefined
  const service = await startTestService((app) => {
    app.get('/endless', (request, reply) => {
      seen = { reply, signal: disconnectSignal(request, reply) }
      const endless = new Readable({ read: (bytes) => void endless.push(Buffer.alloc(bytes)) })
      return reply.send(endless)
    })
  })
  const client = connect(Number(new URL(service.url).port), 'localhost').pause()
  client.write('GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => seen?.reply.raw.writableNeedDrain).toBe(true)
  expect(seen?.signal.aborted).toBe(false)

  disconnect(client)

  await expect.poll(() => seen?.signal.reason).toMatchObject({ status: 499 })
  client.destroy()
  await service.close()
})

it('does not abort at the end of a response', async () => {
  let signal: AbortSignal | undefined
  const service = await startTestService((app) => {
    app.get('/short', async (request, reply) => {
      signal = disconnectSignal(request, reply)
      return { data: 1 }
    })
  })
  expect((await fetch(`${service.url}/short`)).status).toBe(200)
  await service.close()

  expect(signal?.aborted).toBe(false)
})

it('aborts at once for a client that has disconnected already', async () => {
  let hasArrived = false
  let signal: AbortSignal | undefined
  const service = await startTestService((app) => {
    app.get('/late', async (request, reply) => {
      hasArrived = true
      await once(request.raw.socket, 'close')
      signal = disconnectSignal(request, reply)
      return { data: 1 }
    })
  })
  const client = connect(Number(new URL(service.url).port), 'localhost')
  client.write('GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => hasArrived).toBe(true)
  client.destroy()

  await expect.poll(() => signal?.reason).toMatchObject({ status: 499 })
  await service.close()
})
