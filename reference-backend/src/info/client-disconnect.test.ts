import { connect } from 'node:net'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import type { Database } from '../database/schema'
import { type HttpError, sendError } from '../http/errors'
import { describeQueries } from '../testing/queries'
import { addInfoRoutes } from './routes'

/** Starts the info API, and opens a connection that sends a request. */
async function send(database: Database, accountOf: () => Promise<number>, ...lines: string[]) {
  const app = Fastify()
  const dropped = vi.fn()
  app.setErrorHandler<HttpError>((error, request, reply) => {
    dropped(error)
    sendError(error, request, reply)
  })
  addInfoRoutes(app, { database, sessions: { accountOf } })
  await app.listen({ port: 0, host: 'localhost' })
  const client = connect(Number(new URL(app.listeningOrigin).port), 'localhost')
  client.write(lines.join('\r\n'))
  const connections = promisify(app.server.getConnections.bind(app.server))
  return { app, client, dropped, isDisconnected: () => expect.poll(() => connections()).toBe(0) }
}

describeQueries('a disconnecting client', (database) => {
  it('causes no query when it closes the connection before its list', async () => {
    let begin = (_account: number) => {}
    const begun = new Promise<number>((resolve) => {
      begin = resolve
    })
    const accountOf = vi.fn(() => begun)
    const request = ['GET /SelectReport HTTP/1.1', 'Host: localhost', '', '']
    const { app, client, dropped, isDisconnected } = await send(database(), accountOf, ...request)
    await expect.poll(() => accountOf.mock.calls).toHaveLength(1)
    const read = vi.spyOn(database(), 'getExecutor').mockClear()

    client.destroy()
    await isDisconnected()
    begin(1)

    await expect.poll(() => dropped.mock.calls).toMatchObject([[{ status: 499 }]])
    expect(read).not.toHaveBeenCalled()
    expect((await app.inject('/SelectCodes')).statusCode).toBe(200)
    await app.close()
  })

  it('cancels its change that has not begun', async () => {
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
    const codes = () => database().selectFrom('codes').select('id').execute()
    const before = await codes()
    const body = JSON.stringify({ prmnumber_codes: 1 })
    const head = ['POST /InsertCodes HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
    const request = [...head, `Content-Length: ${body.length}`, '', body]
    const { app, client, dropped, isDisconnected } = await send(database(), async () => 1, ...request)
    await expect.poll(() => waiting.mock.calls).toHaveLength(1)

    client.destroy()
    await isDisconnected()
    begin()

    await expect.poll(() => dropped.mock.calls).toMatchObject([[{ status: 499 }]])
    expect(await codes()).toEqual(before)
    await app.close()
  })
})
