import type { FastifyReply, FastifyRequest } from 'fastify'

const maxBytes = 16 * 2 ** 20
const maxMs = 5_000

/**
 * Closes the connection after the response with a lingering close. Up to {@link maxBytes} of the rest of the request are
 * discarded, for up to {@link maxMs}. Closing with unread bytes resets the connection, and the client may lose the response
 * (RFC 9112 §9.6).
 */
export function closeLingering({ raw: request }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request
  reply.header('Connection', 'close')
  if (request.complete) return
  let left = maxBytes
  request.on('data', (bytes: Buffer) => {
    left -= bytes.length
    if (left < 0) socket.destroy()
  })
  // Node.js calls `destroySoon` after a response with `Connection: close`.
  const closeAtOnce = socket.destroySoon
  socket.destroySoon = () => {
    socket.destroySoon = closeAtOnce
    if (request.complete) return socket.destroySoon()
    socket.end()
    const timer = setTimeout(() => socket.destroy(), maxMs)
    socket.once('close', () => clearTimeout(timer))
    request.once('end', () => socket.destroySoon())
  }
}
