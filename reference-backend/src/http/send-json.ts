import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Sends JSON that is made in pieces; the last one is what the generator returns. Each is made when the client has taken
 * most of those before, so that a response takes the memory of two pieces.
 * A failure of the first piece rejects; a later one breaks the response off.
 */
export async function sendJson(reply: FastifyReply, pieces: AsyncGenerator<string, string>): Promise<FastifyReply> {
  const { value, done } = await pieces.next()
  reply.type('application/json; charset=utf-8')
  return reply.send(done ? value : Readable.from(resumed(value, pieces), { objectMode: false }))
}

async function* resumed(first: string, pieces: AsyncGenerator<string, string>): AsyncGenerator<string> {
  yield first
  yield yield* pieces
}
