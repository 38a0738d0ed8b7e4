import type { Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors'

/** Has a service drain when it closes. */
export type DrainOnClose = (app: FastifyInstance) => void

/**
 * Lets the running requests of all services that it is given finish when one of them closes, for `limitMs` at most; the
 * caller's `close()` cuts the rest. Meanwhile their ports stay open: a new request gets 503 with `Connection: close`.
 * Idle connections close at once.
 */
export function createDrain(limitMs: number): DrainOnClose {
  /** How many requests run on each connection. */
  const connections = new Map<Socket, number>()
  let draining = false
  /** Of the services that wait until nothing runs. */
  const waiting: (() => void)[] = []
  const running = () => [...connections.values()].some((requests) => requests > 0)
  const count = (socket: Socket, change: 1 | -1) => {
    if (!connections.has(socket)) socket.once('close', () => connections.delete(socket))
    connections.set(socket, (connections.get(socket) ?? 0) + change)
  }

  return (app) => {
    app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
      count(socket, 1)
      reply.raw.once('close', () => {
        if (socket.destroyed) connections.delete(socket)
        else count(socket, -1)
        if (!draining) return
        socket.end()
        if (!running()) for (const finish of waiting.splice(0)) finish()
      })
      if (!draining) return
      throw new HttpError(503, 'shutting_down', 'The server is stopping: try again in a few seconds.', {
        'Retry-After': '5',
      })
    })
    app.addHook('onSend', async (_request, reply) => {
      if (draining) reply.header('Connection', 'close')
    })
    app.addHook('preClose', async () => {
      draining = true
      // A request that has arrived already is refused, not reset: a browser would repeat it.
      await setImmediate()
      for (const [socket, requests] of connections) if (requests === 0) socket.destroy()
      if (!running()) return
      const finished = new Promise<void>((resolve) => waiting.push(resolve))
      await Promise.race([finished, setTimeout(limitMs, undefined, { ref: false })])
    })
  }
}
