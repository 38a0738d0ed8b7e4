import { connect } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { expect, it } from 'vitest'
import { startTestService } from '../testing/service'
import { disconnectSignal } from './client-disconnect'

it('aborts when a client that reads nothing of a long response closes the connection', async () => {
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

  client.destroy()

  await expect.poll(() => seen?.signal.reason).toMatchObject({ status: 499 })
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
