import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Sends JSON that is made in pieces; the last one is what the generator returns. Each is made when the client has taken
 * most of those before, so that a response takes the memory of two pieces.
 * A failure of the first piece rejects; a later one breaks the response off.
 * @param gone aborts when the client leaves: that is no failure for the log
 */
export async function sendJson(
  reply: FastifyReply,
  pieces: AsyncGenerator<string, string>,
  gone: AbortSignal,
): Promise<FastifyReply> {
  const { value, done } = await pieces.next()
  reply.type('application/json; charset=utf-8')
  if (done) return reply.send(value)
  const body = Readable.from(resumed(value, pieces), { objectMode: false })
  body.once('error', (error) => reply.log.error(error, 'broken off'))
  gone.addEventListener('abort', () => body.destroy())
  return reply.send(body)
}

async function* resumed(first: string, pieces: AsyncGenerator<string, string>): AsyncGenerator<string> {
  yield first
  yield yield* pieces
}
