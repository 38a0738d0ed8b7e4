import type { FastifyReply, FastifyRequest } from 'fastify'

const mostBytes = 16 * 2 ** 20
const longestMs = 5_000

/**
 * Closes the connection after the response, whatever the client still sends. Of that, at most {@link mostBytes} are read,
 * for at most {@link longestMs}, and thrown away: a connection that is closed with unread bytes is reset, and the client
 * might never see the response (RFC 9112 §9.6).
 */
export function closeLingering({ raw: request }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request
  reply.header('Connection', 'close')
  if (request.complete) return
  let left = mostBytes
  request.on('data', (bytes: Buffer) => {
    left -= bytes.length
    if (left < 0) socket.destroy()
  })
  // Node.js calls it after a response with `Connection: close`.
  const closeAtOnce = socket.destroySoon
  socket.destroySoon = () => {
    socket.destroySoon = closeAtOnce
    if (request.complete) return socket.destroySoon()
    socket.end()
    const timer = setTimeout(() => socket.destroy(), longestMs)
    socket.once('close', () => clearTimeout(timer))
    request.once('end', () => socket.destroySoon())
  }
}
