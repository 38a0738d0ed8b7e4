import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Spool } from './spool'

/** Below it, an answer is sent whole and as it is: compressing would cost more than it saves. */
const streamedFromBytes = 16 * 1024
/** How far the database may run ahead of the compression. */
const readAheadBytes = 2 * 2 ** 20

// The fastest levels: higher ones take longer than a database takes to make the rows. Every piece is flushed, so that
// the first rows are on screen while the database makes the last ones.
const codings = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: 1 }),
}

/**
 * Sends JSON that is made piece by piece: a short one whole, a long one as it comes, compressed when the client
 * takes that. The pieces are taken as fast as they are made: a client that reads slowly keeps no database connection.
 * A failure before the first {@link streamedFromBytes} rejects; a later one breaks the answer off.
 */
export async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncGenerator<Buffer>,
): Promise<FastifyReply> {
  const { first, complete } = await beginning(pieces)
  reply.type('application/json; charset=utf-8')
  if (complete) return reply.send(first)
  const body = Readable.from(resumed(first, pieces), { objectMode: false, highWaterMark: readAheadBytes })
  // A client that has left before the first read leaves nobody else to end the query.
  body.once('close', () => void pieces.return(undefined))
  const spool = new Spool()
  const coding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip'] satisfies (keyof typeof codings)[])
  // A failure reaches the client through the spool, and a client that leaves ends the body through it.
  if (coding) {
    reply.header('Content-Encoding', coding)
    pipeline(body, codings[coding](), spool, () => undefined)
  } else pipeline(body, spool, () => undefined)
  return reply.send(spool)
}

async function beginning(pieces: AsyncGenerator<Buffer>): Promise<{ first: Buffer; complete: boolean }> {
  const read: Buffer[] = []
  for (let bytes = 0; bytes < streamedFromBytes; ) {
    const { value, done } = await pieces.next()
    if (done) return { first: Buffer.concat(read), complete: true }
    read.push(value)
    bytes += value.length
  }
  return { first: Buffer.concat(read), complete: false }
}

async function* resumed(first: Buffer, pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first
    yield* pieces
  } finally {
    await pieces.return(undefined)
  }
}
