import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Streams JSON in chunks; the last chunk is the generator's return value. Backpressure keeps at most two chunks of a
 * response in memory. An error of the first chunk rejects; a later error aborts the response.
 * @param signal aborts when the client disconnects, which is not logged as an error
 */
export async function sendJson(
  reply: FastifyReply,
  chunks: AsyncGenerator<string, string>,
  signal: AbortSignal,
): Promise<FastifyReply> {
  const { value, done } = await chunks.next()
  reply.type('application/json; charset=utf-8')
  if (done) return reply.send(value)
  const body = Readable.from(prepend(value, chunks), { objectMode: false })
  body.once('error', (error) => reply.log.error(error, 'response aborted'))
  signal.addEventListener('abort', () => body.destroy())
  return reply.send(body)
}

async function* prepend(first: string, chunks: AsyncGenerator<string, string>): AsyncGenerator<string> {
  yield first
  yield yield* chunks
}
