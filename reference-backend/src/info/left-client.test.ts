import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { sendError } from '../http/errors'
import { describeQueries } from '../testing/queries'
import { createTurns, type TakeTurn } from '../turns'
import { selectCodes } from './codes'
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

  it('before its change has begun leaves the codes as they are', async () => {
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const { transaction } = database()
    const waiting = vi.spyOn(database(), 'transaction').mockImplementationOnce(() => {
      const builder = transaction.call(database())
      const execute: typeof builder.execute = async (change) => begun.then(() => builder.execute(change))
      return Object.assign(Object.create(builder), { execute })
    })
    const failed = vi.fn()
    const app = Fastify()
    app.setErrorHandler<Parameters<typeof sendError>[0]>((error, request, reply) => {
      failed(error)
      sendError(error, request, reply)
    })
    const sessions = { issue: async () => '', accountOf: async () => 1 }
    addInfoRoutes(app, { database: database(), sessions, takeTurn: createTurns() })
    await app.listen({ port: 0, host: 'localhost' })
    const before = await selectCodes(database()).execute()
    const client = connect(Number(new URL(app.listeningOrigin).port), 'localhost')
    const body = JSON.stringify({ prmnumber_codes: 1 })
    const head = ['POST /InsertCodes HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
    client.write([...head, `Content-Length: ${body.length}`, '', body].join('\r\n'))
    await expect.poll(() => waiting.mock.calls).toHaveLength(1)

    client.destroy()
    const connections = promisify(app.server.getConnections.bind(app.server))
    await expect.poll(() => connections()).toBe(0)
    begin()

    await expect.poll(() => failed.mock.calls).toMatchObject([[{ status: 499 }]])
    expect(await selectCodes(database()).execute()).toEqual(before)
    await app.close()
  })
})
