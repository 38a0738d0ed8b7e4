import type { ServerResponse } from 'node:http'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors'

/**
 * Drains a service when it closes: running requests may finish within `limitMs` (milliseconds), and Fastify aborts the rest.
 * The port stays open meanwhile, and a new request gets 503 with `Connection: close`.
 */
export function drainOnClose(app: FastifyInstance, limitMs: number): void {
  const running = new Set<ServerResponse>()
  let draining = false
  let finish = () => {}
  app.addHook('onRequest', async (_request, { raw }) => {
    if (draining)
      throw new HttpError(503, 'shutting_down', 'The server is stopping: send the request again in a few seconds.', {
        'Retry-After': '5',
      })
    running.add(raw)
    raw.once('close', () => {
      running.delete(raw)
      if (running.size === 0) finish()
    })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('Connection', 'close')
  })
  app.addHook('preClose', async () => {
    draining = true
    // A request that has already arrived gets 503 rather than a reset, which a browser would retry.
    await setImmediate()
    if (running.size === 0) return
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    await Promise.race([finished, setTimeout(limitMs, undefined, { ref: false })])
  })
}
