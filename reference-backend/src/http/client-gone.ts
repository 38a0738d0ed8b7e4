import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from './errors'

/**
 * Aborts when the client closes the connection before it has the whole response, with an {@link HttpError} 499 (the
 * status that nginx logs for it) as the reason. A client that closes its sending side only has left too: Node.js ends
 * the connection then.
 */
export function clientGone({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const leave = () =>
    controller.abort(new HttpError(499, 'client_closed_request', 'The client has closed the connection.'))
  socket.once('end', leave)
  raw.once('close', () => {
    socket.off('end', leave)
    if (!raw.writableFinished) leave()
  })
  if (socket.destroyed || socket.readableEnded) leave()
  return controller.signal
}
