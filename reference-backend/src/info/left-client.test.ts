import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import PQueue from 'p-queue'
import { expect, it, vi } from 'vitest'
import { type HttpError, sendError } from '../http/errors'
import { describeQueries } from '../testing/queries'
import { addInfoRoutes } from './routes'

describeQueries('a client that leaves', (database) => {
  const ways: [how: string, leave: (socket: Socket) => void][] = [
    ['closes the connection', (socket) => void socket.destroy()],
    ['resets it', (socket) => void socket.resetAndDestroy()],
    ['sends no more', (socket) => void socket.end()],
  ]
  it.each(ways)('and %s while its list waits has nothing read for it', async (_how, leave) => {
    const pages = new PQueue({ concurrency: 1, autoStart: false })
    const app = Fastify()
    const dropped = vi.fn()
    app.setErrorHandler<HttpError>((error, request, reply) => {
      dropped(error)
      sendError(error, request, reply)
    })
    const sessions = { issue: async () => '', accountOf: async () => 1 }
    addInfoRoutes(app, { database: database(), sessions, pages })
    await app.listen({ port: 0, host: 'localhost' })
    const client = connect(Number(new URL(app.listeningOrigin).port), 'localhost')
    client.write('GET /SelectReport HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => pages.size).toBe(1)

    leave(client)

    await expect.poll(() => pages.size).toBe(0)
    await expect.poll(() => dropped.mock.calls).toMatchObject([[{ status: 499 }]])
    expect(pages.pending).toBe(0)
    pages.start()
    expect((await app.inject('/SelectCodes')).statusCode).toBe(200)
    client.destroy()
    await app.close()
  })
})
