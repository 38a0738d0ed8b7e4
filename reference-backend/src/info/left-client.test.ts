import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { sendError } from '../http/errors'
import { describeQueries } from '../testing/queries'
import { createTurns, type TakeTurn } from '../turns'
import { addInfoRoutes } from './routes'

describeQueries('a client that leaves', (database) => {
  afterEach(() => void vi.restoreAllMocks())
  const ways: [how: string, leave: (socket: Socket) => void][] = [
    ['closes the connection', (socket) => void socket.destroy()],
    ['resets it', (socket) => void socket.resetAndDestroy()],
    ['sends no more', (socket) => void socket.end()],
  ]
  it.each(ways)('and %s while its list waits has nothing read for it', async (_how, leave) => {
    const turns = createTurns()
    const asked = vi.fn()
    const dropped = vi.fn()
    const takeTurn: TakeTurn = (signal) => {
      const turn = turns(signal)
      asked()
      turn.catch(dropped)
      return turn
    }
    const reading = vi.spyOn(database().getExecutor(), 'stream')
    const app = Fastify()
    app.setErrorHandler(sendError)
    const sessions = { issue: async () => '', accountOf: async () => 1 }
    addInfoRoutes(app, { database: database(), sessions, takeTurn })
    await app.listen({ port: 0, host: 'localhost' })
    const endTurn = await turns()
    const client = connect(Number(new URL(app.listeningOrigin).port), 'localhost')
    client.write('GET /SelectReport HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => asked.mock.calls).toHaveLength(1)

    leave(client)

    await expect.poll(() => dropped.mock.calls).toMatchObject([[{ status: 499 }]])
    endTurn()
    const next = await app.inject('/SelectCodes')
    expect(next.statusCode).toBe(200)
    expect(reading).toHaveBeenCalledTimes(1)
    client.destroy()
    await app.close()
  })
})
