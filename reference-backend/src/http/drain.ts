import type { Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors'

/** Registers a service for draining when it closes. */
export type DrainOnClose = (app: FastifyInstance) => void

/**
 * Drains all registered services when one of them closes: running requests may finish within `limitMs` (milliseconds), and
 * the caller's `close()` aborts the rest. The ports stay open while draining, and a new request gets 503 with
 * `Connection: close`. Idle connections are closed at once.
 */
export function createDrain(limitMs: number): DrainOnClose {
  /** Running requests per connection. */
  const connections = new Map<Socket, number>()
  let draining = false
  /** Callbacks of the services that wait until no request runs. */
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
      throw new HttpError(503, 'shutting_down', 'The server is stopping: send the request again in a few seconds.', {
        'Retry-After': '5',
      })
    })
    app.addHook('onSend', async (_request, reply) => {
      if (draining) reply.header('Connection', 'close')
    })
    app.addHook('preClose', async () => {
      draining = true
      // A request that has already arrived gets 503 rather than a reset, which a browser would retry.
      await setImmediate()
      for (const [socket, requests] of connections) if (requests === 0) socket.destroy()
      if (!running()) return
      const finished = new Promise<void>((resolve) => waiting.push(resolve))
      await Promise.race([finished, setTimeout(limitMs, undefined, { ref: false })])
    })
  }
}
